/** The texts of a brand by placeholder (brand/brand.json): one for all languages, or one for each. */
export interface BrandTexts {
  [placeholder: string]: unknown;
  /** Pronunciation in Hangul, for names that are written in other letters; the last syllable selects the particle. */
  spokenInKorean: Record<string, string>;
}

/** Korean particles after a vowel, with the form after a consonant. */
const particles: Record<string, string> = {
  는: "은",
  가: "이",
  를: "을",
  와: "과",
  로: "으로",
  란: "이란",
  라는: "이라는",
  예요: "이에요",
};

const HANGUL_FIRST = 0xac00;
const HANGUL_COUNT = 11_172;
const FINALS = 28;
const FINAL_RIEUL = 8;

function particleAfter(spoken: string, particle: string): string {
  const syllable = (spoken.codePointAt(spoken.length - 1) ?? 0) - HANGUL_FIRST;
  const final = syllable >= 0 && syllable < HANGUL_COUNT ? syllable % FINALS : 0;
  if (final === 0 || (particle === "로" && final === FINAL_RIEUL)) return particle;
  return particles[particle] ?? particle;
}

const placeholder = new RegExp(
  String.raw`(?<article>\b[Aa] )?(?<before>[ \u00a0])?\{\{(?<key>\w+)\}\}(?:(?<after>[ \u00a0])|(?<particle>${Object.keys(particles).sort().reverse().join("|")}))?`,
  "gu",
);

/** Names that need no space beside them, with the neighbours that need none either. */
const unspaced: Record<string, { name: RegExp; beside: RegExp }> = {
  ja: { name: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/u, beside: /[\p{L}\p{N}]/u },
  zh: { name: /\p{Script=Han}/u, beside: /[\p{Script=Han}\d]/u },
};

/**
 * Replaces `{{brand}}`, `{{coin}}` and the other texts of a brand; other placeholders stay. Adapts what depends on the
 * name: "a" or "an" in English; the particle in Korean, where texts have the form after a vowel; in Chinese and
 * Japanese the spaces around a Latin name, which a name in their own letters does not have.
 */
export function brandText(text: string, lng: string, brand: BrandTexts): string {
  return text.replace(placeholder, (whole: string, ...rest: unknown[]) => {
    const found = rest.at(-1) as Record<string, string | undefined>;
    const { article = "", before = "", key = "", after = "", particle = "" } = found;
    const value = Object.hasOwn(brand, key) ? brand[key] : undefined;
    const name = typeof value === "string" ? value : (value as Record<string, unknown> | undefined)?.[lng];
    if (typeof name !== "string") return whole;
    const start = Number(rest.at(-3));
    const isTight = (edge = "", neighbour = "") =>
      unspaced[lng]?.name.test(edge) === true && unspaced[lng].beside.test(neighbour);
    return [
      lng === "en" && article && /^[aeiou]/i.test(name) ? `${article.trim()}n ` : article,
      isTight(name[0], text[start - 1]) ? "" : before,
      name,
      isTight(name.at(-1), text[start + whole.length]) ? "" : after,
      lng === "ko" && particle ? particleAfter(brand.spokenInKorean[key] ?? name, particle) : particle,
    ].join("");
  });
}

/** Replaces the texts of a brand in every string of a JSON value. */
export const brandTexts = <T>(value: T, lng: string, brand: BrandTexts): T =>
  JSON.parse(brandText(JSON.stringify(value), lng, brand)) as T;
