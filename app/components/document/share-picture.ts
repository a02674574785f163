/** Text keys of the titles in the link-preview pictures, brand/public/og/<language>/<kind>.jpg (brand/art/share). */
export const shareTitles = {
  home: ["home:hero.line1", "home:hero.line2"],
  introduction: ["common:nav.introduction"],
  news: ["common:nav.news"],
  download: ["common:nav.download"],
  support: ["common:nav.support"],
  account: ["common:nav.connect"],
  store: ["common:nav.store"],
  dao: ["common:nav.dao"],
  terms: ["common:nav.terms"],
  privacy: ["common:nav.privacy"],
} as const;
export type ShareKind = keyof typeof shareTitles;

const kinds: [RegExp, ShareKind][] = [
  [/^\/introduction/, "introduction"],
  [/^\/(game\/)?news/, "news"],
  [/^\/download/, "download"],
  [/^\/support/, "support"],
  [/^\/(sign|find-password|change-password)/, "account"],
  [/^\/store/, "store"],
  [/^\/dao/, "dao"],
  [/^\/terms-of-use/, "terms"],
  [/^\/privacy-policy/, "privacy"],
];

export const shareKindOf = (path: string): ShareKind =>
  kinds.find(([area]) => area.test(path))?.[1] ?? "home";
