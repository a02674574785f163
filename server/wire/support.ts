import { z } from "zod";
import { anyId, count, maybe, moment, numericId, openEnum } from "./common";

export const FAQ_TYPES = [
  "ACCOUNT_RELATED",
  "USER_GUIDE",
  "INSTALL_PLAY",
  "PURCHASE_REFUND",
  "REPORT_SANCTION",
  "EVENT",
  "BUG_ERROR",
  "ETC",
  "USER_SIGNUP",
  "USER_INFO",
] as const;
export const faqType = openEnum(FAQ_TYPES, "ETC");
export type FaqType = z.infer<typeof faqType>;

/** `answer` is untrusted HTML. */
export const faqItem = z.object({ id: numericId, type: faqType, question: z.string(), answer: z.string() });
export type FaqItem = z.infer<typeof faqItem>;

/** GET /support/faq: `stats` counts every type of the whole FAQ, whatever the filter. */
export const faqListData = z.object({
  page: count,
  page_count: count,
  stats: z.record(z.string(), count),
  items: z.array(faqItem),
});
export type FaqListData = z.infer<typeof faqListData>;

export const faqListRequest = z.object({
  language: z.string(),
  page: z.number().int().optional(),
  size: z.number().int().optional(),
  type: z.string().optional(),
});
export type FaqListRequest = z.infer<typeof faqListRequest>;

export const GUEST_INQUIRY_TYPES = ["LOGIN_FAIL", "NON_MEMBER"] as const;
export const MEMBER_INQUIRY_TYPES = [
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
/** MC_RELATED only when displaying. */
export const INQUIRY_TYPES = [...MEMBER_INQUIRY_TYPES, ...GUEST_INQUIRY_TYPES, "MC_RELATED"] as const;
export const inquiryType = openEnum(INQUIRY_TYPES, "ETC");
export type InquiryType = z.infer<typeof inquiryType>;

export const inquiryStatus = z.enum(["OPEN", "IN_PROGRESS", "RESOLVED", "CLOSED"]);
export type InquiryStatus = z.infer<typeof inquiryStatus>;

/** POST /support/inquiries, multipart: these as fields, and `file` at most once. */
export const inquiryFields = z.object({
  typeCode: z.string(),
  language: z.string().optional(),
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
});
export type InquiryFields = z.infer<typeof inquiryFields>;

/** POST /support/inquiries/{publicId}/message, multipart: this as a field, and `file` at most once. */
export const replyFields = z.object({ content: z.string() });

export const inquiryCreatedData = z.object({ publicId: z.string().min(1) });
export type InquiryCreatedData = z.infer<typeof inquiryCreatedData>;

export const inquiryListItem = z.object({
  id: anyId,
  publicId: z.string().min(1),
  typeCode: inquiryType,
  subject: z.string(),
  status: inquiryStatus,
  createdAt: moment,
});
export type InquiryListItem = z.infer<typeof inquiryListItem>;

/** GET /support/inquiries, query */
export const inquiryListRequest = z.object({
  page: z.number().int().optional(),
  size: z.number().int().optional(),
});

/** GET /support/inquiries: the member's own, newest first. */
export const inquiryListData = z.object({
  content: z.array(inquiryListItem),
  pagination: z.object({ currentPage: count, pageCount: count, itemCount: count }),
});
export type InquiryListData = z.infer<typeof inquiryListData>;

export const attachment = z.object({ fileUrl: z.string(), fileName: z.string() });
export type Attachment = z.infer<typeof attachment>;

/** `content` is plain text. */
export const inquiryMessage = z.object({
  senderType: openEnum(["CUSTOMER", "ADMIN"], "ADMIN"),
  senderName: maybe(z.string()),
  content: z.string(),
  createdAt: moment,
  attachments: maybe(z.array(attachment)).transform((list) => list ?? []),
});
export type InquiryMessage = z.infer<typeof inquiryMessage>;

/** GET /support/inquiries/{publicId}: messages oldest first, the first one is the inquiry itself. */
export const inquiryDetailData = z.object({
  publicId: z.string().min(1),
  typeCode: inquiryType,
  customerType: maybe(z.string()),
  customerName: maybe(z.string()),
  customerEmail: maybe(z.string()),
  subject: z.string(),
  createdAt: moment,
  status: inquiryStatus,
  messages: z.array(inquiryMessage),
});
export type InquiryDetailData = z.infer<typeof inquiryDetailData>;
