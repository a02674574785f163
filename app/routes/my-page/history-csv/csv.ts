import { currencyKeys } from "~/domain/currencies";
import { formatSortable } from "~/domain/japan-time";
import { dynamicKey } from "~/i18n/dynamic";
import type { HistoryItem } from "#server/wire/users";

/** i18next's function for all namespaces, as `dynamicKey` takes it. */
type Texts = Parameters<typeof dynamicKey>[0];

/** By it spreadsheet programs know UTF-8; without it they show Japanese as rubbish. */
const BOM = "\uFEFF";
const END = "\r\n";

/**
 * One cell (RFC 4180). Text that a spreadsheet program would take for a formula gets an apostrophe in front, which
 * makes it text again; a plain number keeps its sign.
 */
export function csvCell(value: string | number): string {
  const text = String(value);
  const isFormula = /^[\s\p{Cc}\p{Cf}]*[=+\-@\t\r＝＋－＠]/u.test(text) && !/^-?\d+(\.\d+)?$/.test(text);
  const safe = isFormula ? `'${text}` : text;
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function line(cells: (string | number)[]): string {
  return cells.map(csvCell).join(",") + END;
}

/** The byte-order mark and the names of the columns. */
export function csvHead(t: Texts): string {
  const names = ["date", "currency", "type", "change", "balance", "note"];
  const labels = names.map((name) => dynamicKey(t, `my-page:history.columns.${name}`));
  labels[0] = `${labels[0]} (JST)`;
  return BOM + line(labels);
}

/** Rows as the screen shows them: time in Japan, words in the visitor's language, the change with its sign. */
export function csvRows(items: readonly HistoryItem[], t: Texts): string {
  return items
    .map(({ created_at, currency_type, type, change_amount, net_amount, web_note }) => {
      const change = Math.abs(change_amount);
      return line([
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
