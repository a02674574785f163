import { z } from "zod";
import {
  displayedFaqTypes,
  displayedInquiryTypes,
  faqTypes,
  inquiryStatuses,
  inquiryTypesFor,
} from "~/domain/inquiry-types";
import { defineCall, guestGet, memberGet, memberPost, type WireCalls } from "./call";
import {
  anyId,
  clipped,
  count,
  line,
  moment,
  noData,
  numericId,
  openEnum,
  optionalLine,
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
  question: line.refine((text) => text !== "", { message: "empty" }),
  answer: words,
});

/** `stats` counts each type in the whole FAQ, independent of the filter. */
export const faqListData = z.object({
  page: softly(count, 1),
  page_count: softly(count, 1),
  stats: softly(z.record(z.string(), count.catch(0)), {}),
  items: rows(faqItem),
});
export type FaqListData = z.infer<typeof faqListData>;

const inquiryType = openEnum(displayedInquiryTypes, "ETC");

export const inquiryStatus = z.enum(inquiryStatuses);

const inquiryListItem = z.object({
  id: anyId,
  publicId: z.string().min(1),
  typeCode: inquiryType.catch("ETC"),
  subject: line,
  status: softly(inquiryStatus),
  createdAt: softly(moment),
});
export type InquiryListItem = z.infer<typeof inquiryListItem>;

export const inquiryListData = z.object({
  content: rows(inquiryListItem),
  pagination: softly(z.object({ currentPage: count, pageCount: count, itemCount: count }), {
    currentPage: 1,
    pageCount: 1,
    itemCount: 0,
  }),
});
export type InquiryListData = z.infer<typeof inquiryListData>;

const attachment = z.object({ fileUrl: z.string(), fileName: z.string().transform(clipped) });

/** `content` is plain text. */
const inquiryMessage = z.object({
  senderType: openEnum(["CUSTOMER", "ADMIN"], "ADMIN"),
  senderName: optionalLine,
  content: words,
  createdAt: softly(moment),
  attachments: softly(rows(attachment), []),
});

/** Messages oldest first; the first one is the inquiry. */
export const inquiryDetailData = z.object({
  publicId: z.string().min(1),
  typeCode: inquiryType.catch("ETC"),
  customerType: optionalLine,
  customerName: optionalLine,
  customerEmail: optionalLine,
  subject: line,
  createdAt: softly(moment),
  status: softly(inquiryStatus),
  messages: rows(inquiryMessage),
});
export type InquiryDetailData = z.infer<typeof inquiryDetailData>;

export const calls = {
  faq: guestGet("/support/faq", {
    about: ["community"],
    query: sizedPageRequest.extend({ language: wireLanguage, type: z.enum(faqTypes).optional() }),
    data: faqListData,
  }),
  createInquiry: defineCall({ method: "POST", auth: "either" })("/support/inquiries", {
    about: ["email", "name", "text", "state", "access"],
    form: z.object({
      typeCode: z.string(),
      language: wireLanguage,
      name: z.string(),
      email: z.string(),
      subject: z.string(),
      message: z.string(),
    }),
    data: z.object({ publicId: z.string().min(1) }),
    timeoutMs: 15_000,
  }),
  /** The member's own, newest first. */
  inquiries: memberGet("/support/inquiries", {
    query: sizedPageRequest,
    data: inquiryListData,
  }),
  /** Another member's inquiry looks like a missing one. */
  inquiry: memberGet("/support/inquiries/{id}", { data: inquiryDetailData }),
  replyToInquiry: memberPost("/support/inquiries/{id}/message", {
    form: z.object({ content: z.string() }),
    data: noData,
    timeoutMs: 60_000,
  }),
} as const satisfies WireCalls;
