import mailTexts from "./mail-texts.json";
import { brandTexts } from "../../app/domain/brand-text";
import { brand } from "../runtime/brand";
import type { Language } from "./texts";

type Kind = "code" | "forgotten" | "locked";
type Words = Record<"subject" | "heading" | "lead" | "life" | "notYou", string> & { button?: string };

const textsIn = (lng: Language): Record<Kind, Words> & Record<"linkBelow" | "sender", string> =>
  brandTexts(mailTexts[lng], lng, brand);

const escaped = (text: string) =>
  text.replace(
    /[&<>"]/g,
    (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign] ?? sign,
  );
/** Escapes running text. A word joiner keeps "e-mail" on one line. */
const prose = (text: string) => escaped(text).replaceAll("e-mail", "e-\u2060mail");

const { day, night, font, radius, radiusSmall } = brand.mail;

/**
 * Colours are inline because mail clients drop style sheets; the media query is for clients that keep them and have a
 * dark theme. Contrast is at least 6.3 in light and 7 in dark.
 */
const STYLE = `:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){.ground{background:${night.ground}!important}.sheet{background:${night.sheet}!important;border-color:${night.line}!important}.ink{color:${night.ink}!important}.soft{color:${night.soft}!important}.code{background:${night.ground}!important;color:${night.code}!important}}
@media (max-width:520px){.sheet{padding:24px 20px!important}}`;

/**
 * Language tag, fonts and line breaks of each language. A Japanese font would give Chinese its own forms of the
 * characters; Korean words and Japanese phrases stay whole where the mail program can.
 */
const SCRIPT: Record<Language, { tag: string; fonts: string; wordBreak: string }> = {
  ja: { tag: "ja", fonts: "'Hiragino Sans','Noto Sans CJK JP'", wordBreak: "auto-phrase" },
  en: { tag: "en", fonts: "Arial", wordBreak: "normal" },
  ko: {
    tag: "ko",
    fonts: "'Apple SD Gothic Neo','Malgun Gothic','Noto Sans CJK KR'",
    wordBreak: "keep-all",
  },
  zh: { tag: "zh-Hans", fonts: "'PingFang SC','Microsoft YaHei','Noto Sans CJK SC'", wordBreak: "normal" },
};

/** @param text the code or link, which is `main` in HTML */
function mailOf(lng: Language, kind: Kind, text: string, main: string) {
  const { [kind]: words, sender } = textsIn(lng);
  const { tag, fonts, wordBreak } = SCRIPT[lng];
  const p = (content: string, color: "ink" | "soft") =>
    `<p class="${color}" style="margin:0 0 16px;color:${day[color]};font-size:${color === "ink" ? 17 : 15}px">${prose(content)}</p>`;
  return {
    subject: words.subject,
    text: [words.lead, text, words.life, words.notYou, `— \n${sender}`].join("\n\n"),
    html: `<!doctype html><html lang="${tag}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escaped(words.subject)}</title><style>${STYLE}</style></head>
<body class="ground" style="margin:0;background:${day.ground};font-family:${escaped(font.replace(/[\w-]+$/, `${fonts},$&`))};line-height:1.7;text-wrap:pretty;word-break:${wordBreak}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px"><tr><td class="ink" style="padding:0 4px 16px;color:${day.ink};font-size:20px;font-weight:700;letter-spacing:.08em">${escaped(brand.brand[lng])}</td></tr>
<tr><td class="sheet" style="padding:32px;background:${day.sheet};border:1px solid ${day.line};border-radius:${radius}">
<h1 class="ink" style="margin:0 0 16px;color:${day.ink};font-size:22px;line-height:1.4;text-wrap:balance">${escaped(words.heading)}</h1>
${p(words.lead, "ink")}${main}${p(words.life, "soft")}${p(words.notYou, "soft")}</td></tr>
<tr><td class="soft" style="padding:16px 4px;color:${day.soft};font-size:13px">${prose(sender)}</td></tr></table></td></tr></table></body></html>`,
  };
}

export const codeMail = (lng: Language, code: string) =>
  mailOf(
    lng,
    "code",
    code,
    `<p class="code" style="margin:0 0 16px;padding:16px;background:${day.ground};border-radius:${radiusSmall};color:${day.ink};font:700 30px/1.2 ui-monospace,Menlo,monospace;letter-spacing:.2em;text-align:center">${escaped(code)}</p>`,
  );

/** Returns the mail with a link to set a new password, on request or after five wrong passwords. */
export function resetMail(lng: Language, reason: "forgotten" | "locked", link: string) {
  const texts = textsIn(lng);
  const href = escaped(link);
  const main = `<p style="margin:0 0 16px"><a href="${href}" target="_blank" style="display:inline-block;padding:14px 24px;background:${day.action};border-radius:${radiusSmall};color:${day.onAction};font-size:17px;font-weight:700;text-decoration:none">${escaped(texts[reason].button ?? "")}</a></p>
<p class="soft" style="margin:0 0 16px;color:${day.soft};font-size:13px;overflow-wrap:anywhere">${escaped(texts.linkBelow)}<br><a class="soft" href="${href}" target="_blank" style="color:${day.soft}">${href}</a></p>`;
  return mailOf(lng, reason, link, main);
}
