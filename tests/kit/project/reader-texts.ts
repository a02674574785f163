/** Every text that a visitor or a member reads, by where it stands, for tests over words. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import brand from "#brand/brand.json";
import { brandTexts } from "~/domain/brand-text";
import { calendarFile } from "~/domain/calendar-file";
import { translator } from "~/i18n/i18n.server";
import type { Language } from "~/i18n/languages";
import { historyHead } from "~/routes/my-page/history-csv/route";
import { purchasesHead } from "~/routes/my-page/purchases-csv/route";
import { type FrontStatus, refusalPage } from "#server/http/reject";
import { loadContent } from "#server/sandbox/content";
import { codeMail, resetMail } from "#server/sandbox/mail-texts";
import { SUSPENSION_REASON } from "#server/sandbox/seed";
import { NOTES } from "#server/sandbox/seed/belongings";
import MEMBER_INQUIRIES from "#server/sandbox/seed/inquiries.json";
import { TEXTS as CARD_TEXTS } from "#server/sandbox/stripe/texts";

/** Scope, key and text. */
export type ReaderText = [scope: string, key: string, text: string];

const localesFolder = "app/i18n/locales";
/** Keeps two words on one line, and would hide them from a pattern. */
const wordJoiner = "\u2060";

/** Returns the strings of nested objects, each with its path. */
export function flat(value: object, prefix: string): [string, string][] {
  return Object.entries(value).flatMap(([key, inner]): [string, string][] =>
    typeof inner === "string" ? [[prefix + key, inner]] : flat(inner as object, `${prefix}${key}.`),
  );
}

/** Returns the texts of the language files; alt texts and labels for screen readers are among them. */
export function localeTexts(lng: string): ReaderText[] {
  return readdirSync(join(localesFolder, lng)).flatMap((file) =>
    flat(
      brandTexts(JSON.parse(readFileSync(join(localesFolder, lng, file), "utf8")) as object, lng, brand),
      `${file.replace(".json", "")}:`,
    ).map(([key, text]): ReaderText => ["locales", key, text.replaceAll(wordJoiner, "")]),
  );
}

const frontStatuses: FrontStatus[] = [400, 403, 405, 408, 413, 414, 415, 421, 500, 503];
/** What the front says by itself, which is in no language file. */
const frontTexts = (lng: Language): ReaderText[] =>
  frontStatuses.map((status) => [
    "front",
    `front:${status}`,
    refusalPage(status, lng, "").replace(/<style>[\s\S]*<\/style>|<[^>]*>/g, "\n"),
  ]);

/** Tags inside a sentence leave no space; those around one end a line. */
const withoutTags = (html: string): string =>
  html.replace(/<\/?(?:a|b|em|i|strong)\b[^>]*>/g, "").replace(/<[^>]*>/g, "\n");

/** Objects with a string for each language: the sandbox's content, the notes of its history, a suspension's reason. */
const contentTexts = (lng: Language): ReaderText[] =>
  [...flat(loadContent(), "content:"), ...flat(NOTES, "notes:"), ...flat({ SUSPENSION_REASON }, "seed:")]
    .filter(([key]) => key.endsWith(`.${lng}`))
    .map(([key, text]) => ["content", key.slice(0, -lng.length - 1), withoutTags(text)]);

/** The sandbox's inquiries are a Japanese member's. */
const inquiryTexts = (lng: Language): ReaderText[] =>
  lng === "ja"
    ? flat(brandTexts(MEMBER_INQUIRIES, lng, brand), "inquiry:")
        .filter(([key]) => /\.(?:subject|messages\.\d+)$/.test(key))
        .map(([key, text]) => ["content", key, text])
    : [];

const textOfHtml = (html: string): string =>
  html.replace(/<style>[\s\S]*?<\/style>|<[^>]*>/g, "\n").replaceAll(wordJoiner, "");

const mailTexts = (lng: Language): ReaderText[] =>
  [
    codeMail(lng, "123456"),
    resetMail(lng, "forgotten", "{{link}}"),
    resetMail(lng, "locked", "{{link}}"),
  ].flatMap(({ subject, text, html }, i): ReaderText[] => [
    ["mails", `mail:${i}.subject`, subject],
    ["mails", `mail:${i}.text`, text],
    ["mails", `mail:${i}.html`, textOfHtml(html)],
  ]);

/** The card form and the bank's window, in place of the payment provider's. */
const cardTexts = (lng: Language): ReaderText[] =>
  flat(CARD_TEXTS[lng], "card:").map(([key, text]) => ["card", key, text]);

/** Files that a member saves: the heads of tables, and the entry of a calendar. */
function fileTexts(lng: Language): ReaderText[] {
  const t = translator(lng);
  const at = new Date(0);
  const entry = calendarFile({
    ...{ uid: "1", at, madeAt: at, url: "https://soria.test", remindHours: 24 },
    title: t("dao:ics.title", { title: "" }),
    description: t("dao:ics.description"),
  });
  return [
    ["files", "file:history.csv", historyHead(t)],
    ["files", "file:purchases.csv", purchasesHead(t)],
    // A long line of a calendar file goes on after a line break and a space.
    ["files", "file:voting.ics", entry.replace(/\r\n /g, "")],
  ];
}

/** Returns every text in a language: interface, front, content, mails, card form, files. */
export const readerTexts = (lng: Language): ReaderText[] => [
  ...localeTexts(lng),
  ...frontTexts(lng),
  ...contentTexts(lng),
  ...inquiryTexts(lng),
  ...mailTexts(lng),
  ...cardTexts(lng),
  ...fileTexts(lng),
];
