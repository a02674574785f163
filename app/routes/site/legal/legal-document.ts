/**
 * A legal text as data. The texts themselves live in `privacy-policy.server.ts` and `terms-of-use.server.ts`, so
 * that they travel as content of the page and never as part of its scripts.
 */
export interface LegalDocument {
  title: string;
  /** Shown under the title, each as its own line: when it takes effect, who issues it. */
  facts: { label: string; text: string; dateTime?: string }[];
  sections: LegalSection[];
}

export interface LegalSection {
  /** The anchor; never changed once published, because people link to it. */
  id: string;
  title: string;
  blocks: LegalBlock[];
}

/** In every text, `[words](/path)` and `[words](mailto:…)` are links. */
export type LegalBlock =
  | string
  | { heading: string; id: string }
  | { list: string[]; ordered?: boolean }
  | { table: { head: string[]; rows: string[][] }; caption: string };
