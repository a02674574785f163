/**
 * A legal text as data. The texts are in `privacy-policy.server.json` and `terms-of-use.server.json`, so that
 * they are sent in the page and are not part of the client bundle. The project wrote them: the policy describes what
 * this site does with cookies, sessions and deletion, so a change to those needs a change there; the terms follow the
 * summary of public-site-and-community.md section 2 (where it leaves a period open, they say 30 days).
 */
export interface LegalDocument {
  title: string;
  /** Lines under the title, such as the effective date and the issuer. */
  facts: { label: string; text: string; dateTime?: string }[];
  sections: LegalSection[];
}

export interface LegalSection {
  /** The anchor. Do not change it after publication: external links use it. */
  id: string;
  title: string;
  blocks: LegalBlock[];
}

/** In all texts, `[words](/path)` and `[words](mailto:…)` are rendered as links. */
export type LegalBlock =
  | string
  | { heading: string; id: string }
  | { list: string[]; ordered?: boolean }
  | { table: { head: string[]; rows: string[][] }; caption: string };
