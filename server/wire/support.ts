import { z } from "zod";
import { displayedFaqTypes, displayedInquiryTypes, faqTypes, inquiryTypesFor } from "~/domain/inquiry-types";
import {
  anyId,
  count,
  moment,
  numericId,
  openEnum,
  rows,
  sizedPageRequest,
  softly,
  wireLanguage,
  words,
} from "./common";

// Re-exported for the sandbox, which imports only server/wire and server/runtime.
export { inquiryTypesFor };

const faqType = openEnum(displayedFaqTypes, "ETC");

/** `answer` is untrusted HTML. */
const faqItem = z.object({
  id: numericId,
  type: faqType.catch("ETC"),
  question: z.string().trim().min(1),
  answer: words,
});

/** GET /support/faq: `stats` counts each type in the whole FAQ, independent of the filter. */
export const faqListData = z.object({
  page: softly(count, (page) => page ?? 1),
  page_count: softly(count, (pages) => pages ?? 1),
  stats: softly(z.record(z.string(), count.catch(0)), (stats) => stats ?? {}),
  items: rows(faqItem),
});
export type FaqListData = z.infer<typeof faqListData>;

export const faqListRequest = sizedPageRequest.extend({
  language: wireLanguage,
  type: z.enum(faqTypes).optional(),
});
export type FaqListRequest = z.infer<typeof faqListRequest>;

const inquiryType = openEnum(displayedInquiryTypes, "ETC");

export const inquiryStatus = z.enum(["OPEN", "IN_PROGRESS", "RESOLVED", "CLOSED"]);

/** POST /support/inquiries, multipart: these fields, and at most one `file`. */
export const inquiryFields = z.object({
  typeCode: z.string(),
  language: wireLanguage,
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
});

/** POST /support/inquiries/{publicId}/message, multipart: this field, and at most one `file`. */
export const replyFields = z.object({ content: z.string() });

export const inquiryCreatedData = z.object({ publicId: z.string().min(1) });

const inquiryListItem = z.object({
  id: anyId,
  publicId: z.string().min(1),
  typeCode: inquiryType.catch("ETC"),
  subject: words,
  status: softly(inquiryStatus),
  createdAt: softly(moment),
});
export type InquiryListItem = z.infer<typeof inquiryListItem>;

export const inquiryListRequest = sizedPageRequest;

/** GET /support/inquiries: the member's own, newest first. */
export const inquiryListData = z.object({
  content: rows(inquiryListItem),
  pagination: softly(
    z.object({ currentPage: count, pageCount: count, itemCount: count }),
    (pagination) => pagination ?? { currentPage: 1, pageCount: 1, itemCount: 0 },
  ),
});
export type InquiryListData = z.infer<typeof inquiryListData>;

const attachment = z.object({ fileUrl: z.string(), fileName: z.string() });

/** `content` is plain text. */
const inquiryMessage = z.object({
  senderType: openEnum(["CUSTOMER", "ADMIN"], "ADMIN"),
  senderName: softly(z.string()),
  content: words,
  createdAt: softly(moment),
  attachments: softly(rows(attachment), (list) => list ?? []),
});

/** GET /support/inquiries/{publicId}: messages oldest first; the first one is the inquiry. */
export const inquiryDetailData = z.object({
  publicId: z.string().min(1),
  typeCode: inquiryType.catch("ETC"),
  customerType: softly(z.string()),
  customerName: softly(z.string()),
  customerEmail: softly(z.string()),
  subject: words,
  createdAt: softly(moment),
  status: softly(inquiryStatus),
  messages: rows(inquiryMessage),
});
export type InquiryDetailData = z.infer<typeof inquiryDetailData>;
