import { useTranslation } from "react-i18next";
import { computer, phones } from "./platforms";

const computerRows = ["os", "processor", "graphics", "memory", "storage"] as const;
const phoneRows = ["device", "os", "memory"] as const;

/**
 * Shows the tables of minimum and recommended requirements. The values are in platforms.ts, their labels are
 * translated.
 */
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
