import { currencyKeys } from "~/domain/currencies";
import { CSV_BOM, csvLine } from "~/domain/csv";
import { formatSortable } from "~/domain/japan-time";
import { dynamicKey } from "~/i18n/dynamic";
import type { HistoryItem } from "#server/wire/users";

/** i18next's function for all namespaces, as `dynamicKey` takes it. */
type Texts = Parameters<typeof dynamicKey>[0];

export function csvHead(t: Texts): string {
  const names = ["date", "currency", "type", "change", "balance", "note"];
  const labels = names.map((name) => dynamicKey(t, `my-page:history.columns.${name}`));
  labels[0] = `${labels[0]} (JST)`;
  return CSV_BOM + csvLine(labels);
}

/** Returns rows like those on the page: time in Japan, translated labels, signed change. */
export function csvRows(items: readonly HistoryItem[], t: Texts): string {
  return items
    .map(({ created_at, currency_type, type, change_amount, net_amount, web_note }) => {
      const change = Math.abs(change_amount);
      return csvLine([
        formatSortable(created_at),
        dynamicKey(t, `common:currency.${currencyKeys[currency_type]}`),
        dynamicKey(t, `my-page:history.types.${type}`),
        type === "REDEEM" ? -change : change,
        net_amount,
        web_note ?? "",
      ]);
    })
    .join("");
}
