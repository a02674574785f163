import type { Tone } from "./tones";

interface FaqTypeRow {
  /** Drawing of its filter and its width in px (brand/art/people/tasks.mjs); without one there is no filter. */
  shelf?: readonly [name: string, width: number];
  /** The type of some items, which no call takes as a filter. */
  isItemOnly?: true;
  /** The inquiry that follows an unhelpful answer, where no inquiry names this type as its `faq`. */
  inquiry?: string;
}

/**
 * Types of the FAQ, in the order of the filters (public-site-and-community.md section 3, display categories). A new one
 * is a row here and `faq.types.<TYPE>` in support.json of each language.
 */
const faqRows = {
  ACCOUNT_RELATED: { shelf: ["account", 94] },
  USER_GUIDE: { shelf: ["use", 85] },
  INSTALL_PLAY: {},
  PURCHASE_REFUND: { shelf: ["purchase", 84] },
  REPORT_SANCTION: { shelf: ["report", 72] },
  EVENT: { shelf: ["event", 71] },
  BUG_ERROR: { shelf: ["bug", 73] },
  ETC: { shelf: ["other", 87] },
  USER_SIGNUP: { isItemOnly: true, inquiry: "USER_SIGNUP" },
  USER_INFO: { isItemOnly: true, inquiry: "USER_PROFILE" },
} as const satisfies Record<string, FaqTypeRow>;

export type DisplayedFaqType = keyof typeof faqRows;
export type FaqType = {
  [Type in DisplayedFaqType]: (typeof faqRows)[Type] extends { isItemOnly: true } ? never : Type;
}[DisplayedFaqType];
type FaqFilter = {
  [Type in DisplayedFaqType]: (typeof faqRows)[Type] extends { shelf: unknown } ? Type : never;
}[DisplayedFaqType];

const faqRow = (type: DisplayedFaqType): FaqTypeRow => faqRows[type];

export const displayedFaqTypes = Object.keys(faqRows) as [DisplayedFaqType, ...DisplayedFaqType[]];
export const faqTypes = displayedFaqTypes.filter((type) => !faqRow(type).isItemOnly) as [
  FaqType,
  ...FaqType[],
];

/** Category filters of the FAQ. */
export const faqFilters = faqTypes.filter((type): type is FaqFilter => faqRow(type).shelf !== undefined);
export const shelfOf = (type: FaqFilter): readonly [name: string, width: number] => faqRows[type].shelf;

export const isFaqType = (value: unknown): value is FaqType =>
  (faqTypes as readonly unknown[]).includes(value);

interface InquiryTypeRow {
  /** Who may choose it; nobody may choose a type that only older inquiries have. */
  by: "guest" | "member" | "nobody";
  /** The type of the FAQ that is likely to answer it. */
  faq: string;
}

/**
 * Types of inquiries, in the order of the form (public-site-and-community.md sections 2, 3 and 6). A new one is a row
 * here and `inquiryTypes.<TYPE>` in support.json of each language.
 */
const inquiryRows = {
  LOGIN_FAIL: { by: "guest", faq: "ACCOUNT_RELATED" },
  NON_MEMBER: { by: "guest", faq: "ACCOUNT_RELATED" },
  USER_GUIDE: { by: "member", faq: "USER_GUIDE" },
  USER_SIGNUP: { by: "member", faq: "ACCOUNT_RELATED" },
  USER_PROFILE: { by: "member", faq: "ACCOUNT_RELATED" },
  PURCHASE_REFUND: { by: "member", faq: "PURCHASE_REFUND" },
  REPORT_SANCTION: { by: "member", faq: "REPORT_SANCTION" },
  INSTALL_PLAY: { by: "member", faq: "INSTALL_PLAY" },
  EVENT: { by: "member", faq: "EVENT" },
  BUG_ERROR: { by: "member", faq: "BUG_ERROR" },
  ETC: { by: "member", faq: "ETC" },
  MC_RELATED: { by: "nobody", faq: "ETC" },
} as const satisfies Record<string, InquiryTypeRow>;

type DisplayedInquiryType = keyof typeof inquiryRows;
export type InquiryType = {
  [Type in DisplayedInquiryType]: (typeof inquiryRows)[Type]["by"] extends "nobody" ? never : Type;
}[DisplayedInquiryType];

export const displayedInquiryTypes = Object.keys(inquiryRows) as [
  DisplayedInquiryType,
  ...DisplayedInquiryType[],
];

const choosable = (...by: InquiryTypeRow["by"][]) =>
  displayedInquiryTypes.filter((type): type is InquiryType => by.includes(inquiryRows[type].by));

/** What guests and members may choose. */
export const chosenInquiryTypes = choosable("guest", "member");

export const inquiryTypesFor = (isMember: boolean): readonly InquiryType[] =>
  choosable(isMember ? "member" : "guest");

export const isInquiryType = (value: unknown, isMember: boolean): value is InquiryType =>
  (inquiryTypesFor(isMember) as readonly unknown[]).includes(value);

/** Returns the FAQ type that is likely to answer an inquiry of this type. */
export const faqTypeOf = (type: InquiryType): FaqType => inquiryRows[type].faq;

/** Returns the inquiry type that "still stuck?" below an FAQ item preselects in the inquiry form. */
export function inquiryTypeOf(type: DisplayedFaqType, isMember: boolean): InquiryType {
  if (!isMember) return type === "ACCOUNT_RELATED" ? "LOGIN_FAIL" : "NON_MEMBER";
  const isSame = (inquiry: InquiryType) => inquiryRows[inquiry].faq === type;
  const row = faqRows[type];
  return "inquiry" in row ? row.inquiry : (inquiryTypesFor(true).find(isSame) ?? "ETC");
}

/** States of an inquiry, each with the colour of its tag. A new one also needs `thread.status.<STATE>`. */
export const inquiryTones = {
  OPEN: "apricot",
  IN_PROGRESS: "dusk",
  RESOLVED: "mint",
  CLOSED: "soft",
} as const satisfies Record<string, Tone>;
type InquiryStatus = keyof typeof inquiryTones;
export const inquiryStatuses = Object.keys(inquiryTones) as [InquiryStatus, ...InquiryStatus[]];
