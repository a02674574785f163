import { useTranslation } from "react-i18next";

/** Tables of the minimum and recommended requirements (public-site-and-community.md section 9). */
export function Requirements() {
  const { t } = useTranslation("download");
  const asMinimum = t("needs.asMinimum");
  return (
    <section className="needs" aria-labelledby="needs">
      <h2 id="needs">{t("needs.title")}</h2>
      <div className="needs__tables">
        <SpecTable
          caption={t("needs.computer")}
          columns={[t("needs.minimum"), t("needs.recommended")]}
          rows={[
            [t("needs.rows.os"), "Windows 11 x64", asMinimum],
            [t("needs.rows.processor"), t("needs.processor.minimum"), t("needs.processor.recommended")],
            [t("needs.rows.graphics"), "GeForce GTX 1660", "GeForce RTX 4060"],
            [t("needs.rows.memory"), "16 GB RAM", "32 GB RAM"],
            [t("needs.rows.storage"), "5 GB", asMinimum],
          ]}
        />
        <SpecTable
          caption={t("needs.phones")}
          columns={[t("platforms.ios.short"), t("platforms.android.short")]}
          rows={[
            [t("needs.rows.device"), "iPhone 12 Pro", "Galaxy S20"],
            [t("needs.rows.os"), "iOS 17", "Android 13"],
            [t("needs.rows.memory"), t("needs.none"), "6 GB RAM"],
          ]}
        />
      </div>
    </section>
  );
}

interface SpecTableProps {
  caption: string;
  columns: string[];
  /** The name of each row, then its cells. */
  rows: string[][];
}

function SpecTable({ caption, columns, rows }: SpecTableProps) {
  return (
    <div className="panel spec">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <td />
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...cells]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {cells.map((cell, i) => (
                <td key={i}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
