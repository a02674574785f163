import { ownValue } from "./safe-lookup";
import type { Tone } from "./tones";

interface NewsTypeRow {
  tone: Tone;
  /** Name of the drawings for posts without a picture (news-pictures.ts). */
  drawings: "announcement" | "update" | "event";
  /** Text of its entry in the header's menu; without one it is only a tab of the news. */
  menu?: "nav.newsAnnouncement" | "nav.newsUpdate" | "nav.newsEvent";
}

/**
 * Types of posts, in the spelling of the news calls and in the order of the tabs (public-site-and-community.md section
 * 3). A new one is a row here and `types.<TYPE>` in news.json of each language.
 */
const rows = {
  ANNOUNCEMENT: { tone: "dusk", drawings: "announcement", menu: "nav.newsAnnouncement" },
  UPDATE: { tone: "mint", drawings: "update", menu: "nav.newsUpdate" },
  EVENT: { tone: "ember", drawings: "event", menu: "nav.newsEvent" },
} as const satisfies Record<string, NewsTypeRow>;

export type NewsType = keyof typeof rows;
export const newsTypes = Object.keys(rows) as [NewsType, ...NewsType[]];

/** The types that a page shows. A post of a type that the site does not know is of type ETC. */
export const shownNewsTypes = [...newsTypes, "ETC"] as const;
export type ShownNewsType = (typeof shownNewsTypes)[number];

/** Returns what belongs to a type. Of another type there are no own colour and drawings. */
export const newsTypeRow = (type: string): Omit<NewsTypeRow, "tone"> & { tone?: Tone } =>
  ownValue<NewsTypeRow>(rows, type) ?? { drawings: "announcement" };
