import { z } from "zod";
import { displayedFaqTypes, displayedInquiryTypes, guestInquiryTypes } from "~/domain/inquiry-types";
import { anyId, count, maybe, moment, numericId, openEnum } from "./common";

// The lists, for the sandbox, which knows nothing of the site but this folder.
export {
  displayedFaqTypes as FAQ_TYPES,
  displayedInquiryTypes as INQUIRY_TYPES,
  guestInquiryTypes as GUEST_INQUIRY_TYPES,
};

const faqType = openEnum(displayedFaqTypes, "ETC");

/** `answer` is untrusted HTML. */
const faqItem = z.object({ id: numericId, type: faqType, question: z.string(), answer: z.string() });

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

const inquiryType = openEnum(displayedInquiryTypes, "ETC");
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

/** POST /support/inquiries/{publicId}/message, multipart: this as a field, and `file` at most once. */
export const replyFields = z.object({ content: z.string() });

export const inquiryCreatedData = z.object({ publicId: z.string().min(1) });

const inquiryListItem = z.object({
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

const attachment = z.object({ fileUrl: z.string(), fileName: z.string() });

/** `content` is plain text. */
const inquiryMessage = z.object({
  senderType: openEnum(["CUSTOMER", "ADMIN"], "ADMIN"),
  senderName: maybe(z.string()),
  content: z.string(),
  createdAt: moment,
  attachments: maybe(z.array(attachment)).transform((list) => list ?? []),
});

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
