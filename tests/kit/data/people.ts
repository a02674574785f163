/** Random names, addresses, passwords and texts as people have them: seeded, so that a failure can be repeated. */
import { random } from "./random";

const SYLLABLES = {
  latin: ["ma", "ri", "é", "ñu", "Ø", "ł", "š", "ß", "Ta", "ro", "Ng", "ʻu"],
  kana: ["さ", "くら", "マリ", "ー", "が", "ぽ", "ヴ"],
  han: ["山", "田", "𠮷", "\ufa19", "\ufa10", "邊", "葛\u{e0100}", "々"],
  hangul: ["김", "지", "우", "한"],
  arabic: ["علی\u200cر", "رضا", "محم"],
  sinhala: ["ශ්\u200dරී", "මා", "ලි"],
  devanagari: ["अ", "नु", "ष्का"],
  cyrillic: ["Ми", "ла", "Ёж"],
  thai: ["นภั", "สสร"],
};
const BETWEEN = [" ", "-", "–", "‑", "'", "’", "‘", "＇", "·", "・", "･", "•", "‧", "゠", ". ", "."];
const DIGIT_RUNS = ["0", "٠", "۰", "०", "๐", "０"].map((zero) => zero.codePointAt(0) ?? 0);
const SEPARATORS = [
  "",
  " ",
  "-",
  "–",
  "−",
  "ー",
  "ｰ",
  "‑",
  ".",
  "/",
  "\u3000",
  "\u00a0",
  "\u2060",
  "\u200e",
  "\u202a",
];
const ODD = [
  "\ud800",
  "\udc00",
  "\u200b",
  "\u2060",
  "\u3164",
  "\ufe0f",
  "\u0301",
  "\u3099",
  "😀",
  "👨‍👩‍👧‍👦",
  "🇯🇵",
  "\r\n",
  "\t",
  "\u3000",
  "\u00a0",
  "\ufeff",
  "\ufa19",
  "e\u0301",
  "ﬁ",
  "①",
  "ｱ",
  "\u1112\u116a\u11ab",
  "<b>",
  "&amp;",
  "\u202e",
  "\u0000",
];

export function people(seed: number) {
  const next = random(seed);
  const below = (most: number) => Math.floor(next() * most);
  const pick = <Item>(items: readonly Item[]) => items[below(items.length)] as Item;
  const some = (least: number, most: number, make: () => string) =>
    Array.from({ length: least + below(most - least + 1) }, make);

  /** In NFC, at most 30 characters. */
  function name(): string {
    const script = pick(Object.values(SYLLABLES));
    const word = () => some(1, 3, () => pick(script)).join("");
    const words = some(1, 3, word);
    const whole = words.reduce((before, one) => before + pick(BETWEEN) + one);
    const made = keepsIdeographs(next() < 0.1 ? `${whole}.` : whole);
    return [...made].length <= 30 ? made : keepsIdeographs(word());
  }

  /** Digits of one script with separators, and the same in ASCII. */
  function dressedDigits(count: number, separators = SEPARATORS) {
    const zero = pick(DIGIT_RUNS);
    const values = Array.from({ length: count }, () => below(10));
    const raw = values.map((value) => String.fromCodePoint(zero + value) + (pick(separators) ?? "")).join("");
    return { raw, plain: values.join("") };
  }

  function email(): string {
    const local = some(1, 8, () => pick([..."abcXYZ019._+-'"])).join("");
    const label = () => pick(["docomo", "日本語", "münchen", "пример", "한국", "ex-ample", "a1"]);
    return `${local}@${some(1, 2, label).join(".")}.${pick(["jp", "ne.jp", "test"])}`;
  }

  /** Meets the rules: 8 to 64 characters with a digit and an ASCII sign. */
  function password(): string {
    const body = some(6, 30, () => pick([..."aZ é\u3000\u00a0山\ufa19😀ñÅ한"])).join("");
    return `${body}${below(10)}${pick([..."!-/:~|\\"])}`;
  }

  const text = () =>
    some(0, 12, () => pick([...ODD, ...SYLLABLES.latin, ...SYLLABLES.han, " ", "1"])).join("");
  return { below, pick, name, dressedDigits, email, password, text };
}

/** NFC that leaves compatibility ideographs. */
const keepsIdeographs = (text: string) =>
  text.replace(/[^\uf900-\ufad9\u{2f800}-\u{2fa1d}]+/gu, (part) => part.normalize("NFC"));
