import { useTranslation } from "react-i18next";

/**
 * Requirements for a computer (public-site-and-community.md section 9), except the processor, whose name is
 * translated. A missing `recommended` means that the specification recommends nothing beyond the minimum.
 */
const computer = {
  os: { minimum: "Windows 11 x64" },
  graphics: { minimum: "GeForce GTX 1660", recommended: "GeForce RTX 4060" },
  memory: { minimum: "16 GB RAM", recommended: "32 GB RAM" },
  storage: { minimum: "5 GB" },
} satisfies Record<string, { minimum: string; recommended?: string }>;

/** Requirements for a phone (section 9). A missing entry means that the specification requires nothing. */
const phones = {
  device: { ios: "iPhone 12 Pro", android: "Galaxy S20" },
  os: { ios: "iOS 17", android: "Android 13" },
  memory: { android: "6 GB RAM" },
} satisfies Record<string, { ios?: string; android?: string }>;

const computerRows = ["os", "processor", "graphics", "memory", "storage"] as const;
const phoneRows = ["device", "os", "memory"] as const;

/** Shows the tables of minimum and recommended requirements. */
export function Requirements() {
  const { t } = useTranslation("download");
  const wanted = (row: { minimum: string; recommended?: string }) => row.recommended ?? t("needs.asMinimum");
  return (
    <section className="needs" aria-labelledby="needs">
      <h2 id="needs">{t("needs.title")}</h2>
      <div className="needs__tables">
        <SpecTable
          caption={t("needs.computer")}
          columns={[t("needs.minimum"), t("needs.recommended")]}
          rows={computerRows.map((row) => {
            const needs =
              row === "processor"
                ? { minimum: t("needs.processor.minimum"), recommended: t("needs.processor.recommended") }
                : computer[row];
            return { name: t(`needs.rows.${row}`), cells: [needs.minimum, wanted(needs)] };
          })}
        />
        <SpecTable
          caption={t("needs.phones")}
          columns={[t("platforms.ios.short"), t("platforms.android.short")]}
          rows={phoneRows.map((row) => {
            const cells: { ios?: string; android?: string } = phones[row];
            return {
              name: t(`needs.rows.${row}`),
              cells: [cells.ios ?? t("needs.none"), cells.android ?? t("needs.none")],
            };
          })}
        />
      </div>
    </section>
  );
}

interface SpecTableProps {
  caption: string;
  columns: string[];
  rows: { name: string; cells: string[] }[];
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
          {rows.map(({ name, cells }) => (
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
