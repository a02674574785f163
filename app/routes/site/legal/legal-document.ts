/**
 * A legal text as data. The texts are in `privacy-policy.server.ts` and `terms-of-use.server.ts`, so that they are
 * sent in the page and are not part of the client bundle.
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
