/** Limit of links in one text; the rest stays text. */
const MOST_LINKS = 50;
/** Limit in characters; a longer address stays text. */
const MAX_URL = 2_000;

/** ASCII only: an address ends where Japanese text follows, and no letter can look like another one. */
const ADDRESS = /https:\/\/[A-Za-z0-9._~:/?#@!$&'()*+,;=%[\]-]+/gi;
const WORD = /[\p{L}\p{M}\p{N}_]/u;
/** Scripts that follow an address without a space. In others such a letter belongs to the host (exаmple.com). */
const FOLLOWS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー々]/u;
/** Punctuation that ends a sentence, or surrounds an address. */
const ENDS = new Set([...".,;:!?'*_~&"]);
const OPENERS: Readonly<Record<string, string>> = { ")": "(", "]": "[" };
const HOST = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/;

/** A part of a text; with `href` it is an address, whose text is all of it. */
export interface TextPart {
  text: string;
  href?: string;
}

/** Removes what follows an address in a sentence: punctuation, and closing brackets that it did not open. */
function trimmed(found: string): string {
  const counts = new Map<string, number>();
  for (const sign of found) counts.set(sign, (counts.get(sign) ?? 0) + 1);
  const count = (sign: string) => counts.get(sign) ?? 0;
  let end = found.length;
  for (; end > 0; end -= 1) {
    const last = found[end - 1] ?? "";
    const opener = OPENERS[last];
    const isOver = ENDS.has(last) || (opener !== undefined && count(last) > count(opener));
    if (!isOver) break;
    counts.set(last, count(last) - 1);
  }
  return found.slice(0, end);
}

/** Returns the address if it is one that shows where it leads: https, a host with a dot, no user before it. */
function hrefOf(text: string): string | undefined {
  if (text.length > MAX_URL || !URL.canParse(text)) return undefined;
  const { href, hostname, username, password } = new URL(text);
  return HOST.test(hostname) && username === "" && password === "" ? href : undefined;
}

/** Splits a plain text at its https addresses, in linear time. */
export function textParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  let links = 0;
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    if (links === MOST_LINKS) break;
    const shown = trimmed(found);
    const before = text[index - 1] ?? "";
    const next = text.codePointAt(index + found.length);
    const after = next === undefined ? "" : String.fromCodePoint(next);
    const isHostCut = shown === found && !shown.slice("https://".length).includes("/");
    const goesOn = isHostCut && WORD.test(after) && !FOLLOWS.test(after);
    const href = /[A-Za-z0-9]/.test(before) || goesOn ? undefined : hrefOf(shown);
    if (href === undefined) continue;
    if (index > from) parts.push({ text: text.slice(from, index) });
    parts.push({ text: shown, href });
    from = index + shown.length;
    links += 1;
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  return parts;
}
