/** public-site-and-community.md sections 2, 3 and 6: guests see two types, members the other nine. */
const guestInquiryTypes = ["LOGIN_FAIL", "NON_MEMBER"] as const;
const memberInquiryTypes = [
  "USER_GUIDE",
  "USER_SIGNUP",
  "USER_PROFILE",
  "PURCHASE_REFUND",
  "REPORT_SANCTION",
  "INSTALL_PLAY",
  "EVENT",
  "BUG_ERROR",
  "ETC",
] as const;
export const chosenInquiryTypes = [...guestInquiryTypes, ...memberInquiryTypes] as const;
export type InquiryType = (typeof chosenInquiryTypes)[number];

/** MC_RELATED cannot be chosen, but older inquiries have it. */
export const displayedInquiryTypes = [...chosenInquiryTypes, "MC_RELATED"] as const;

export const inquiryTypesFor = (isMember: boolean): readonly InquiryType[] =>
  isMember ? memberInquiryTypes : guestInquiryTypes;

export const isInquiryType = (value: unknown, isMember: boolean): value is InquiryType =>
  typeof value === "string" && (inquiryTypesFor(isMember) as readonly string[]).includes(value);

export const faqTypes = [
  "ACCOUNT_RELATED",
  "USER_GUIDE",
  "INSTALL_PLAY",
  "PURCHASE_REFUND",
  "REPORT_SANCTION",
  "EVENT",
  "BUG_ERROR",
  "ETC",
] as const;
export type FaqType = (typeof faqTypes)[number];

/**
 * Types of FAQ items: the filters, and two types for display only (public-site-and-community.md section 3, display
 * categories).
 */
export const displayedFaqTypes = [...faqTypes, "USER_SIGNUP", "USER_INFO"] as const;
export type DisplayedFaqType = (typeof displayedFaqTypes)[number];

/** Category filters of the FAQ, without install/play. */
export const faqFilters = faqTypes.filter((type) => type !== "INSTALL_PLAY");

export const isFaqType = (value: unknown): value is FaqType =>
  typeof value === "string" && (faqTypes as readonly string[]).includes(value);

const faqOfInquiry: Record<InquiryType, FaqType> = {
  LOGIN_FAIL: "ACCOUNT_RELATED",
  NON_MEMBER: "ACCOUNT_RELATED",
  USER_GUIDE: "USER_GUIDE",
  USER_SIGNUP: "ACCOUNT_RELATED",
  USER_PROFILE: "ACCOUNT_RELATED",
  PURCHASE_REFUND: "PURCHASE_REFUND",
  REPORT_SANCTION: "REPORT_SANCTION",
  INSTALL_PLAY: "INSTALL_PLAY",
  EVENT: "EVENT",
  BUG_ERROR: "BUG_ERROR",
  ETC: "ETC",
};

/** Returns the FAQ type that is likely to answer an inquiry of this type. */
export const faqTypeOf = (type: InquiryType): FaqType => faqOfInquiry[type];

/** Returns the inquiry type that "still stuck?" below an FAQ item preselects in the inquiry form. */
export function inquiryTypeOf(type: DisplayedFaqType, isMember: boolean): InquiryType {
  if (!isMember) return type === "ACCOUNT_RELATED" ? "LOGIN_FAIL" : "NON_MEMBER";
  if (type === "USER_SIGNUP") return "USER_SIGNUP";
  if (type === "USER_INFO") return "USER_PROFILE";
  return memberInquiryTypes.find((inquiry) => faqOfInquiry[inquiry] === type) ?? "ETC";
}
