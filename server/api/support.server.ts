import { callApi } from "#server/api.server";
import type { TokenSource } from "#server/session/token-source";
import { noData } from "#server/wire/common";
import {
  faqListData,
  type FaqListData,
  type FaqListRequest,
  inquiryCreatedData,
  inquiryDetailData,
  type InquiryDetailData,
  inquiryListData,
  type InquiryListData,
} from "#server/wire/support";
import { type Cached, cachedRead } from "./cached.server";

/** A form with a file on its way through: encoded already, sent as it comes. */
export interface MultipartBody {
  stream: ReadableStream<Uint8Array>;
  /** multipart/form-data with its boundary */
  contentType: string;
}

const INQUIRY_TIMEOUT_MS = 15_000;
const REPLY_TIMEOUT_MS = 60_000;

/** GET /support/faq. Kept for a short while, and served stale when the API is down. Answers are untrusted HTML. */
export async function listFaq(query: FaqListRequest): Promise<Cached<FaqListData>> {
  return cachedRead(`faq ${JSON.stringify(query)}`, () =>
    callApi({ method: "GET", path: "/support/faq", query: { ...query }, data: faqListData }),
  );
}

/** POST /support/inquiries, 15 s; authenticated only when signed in. Answers the inquiry's public id. */
export async function createInquiry(tokens: TokenSource | undefined, body: MultipartBody): Promise<string> {
  const { publicId } = await callApi({
    method: "POST",
    path: "/support/inquiries",
    body,
    tokens,
    timeoutMs: INQUIRY_TIMEOUT_MS,
    data: inquiryCreatedData,
  });
  return publicId;
}

/** GET /support/inquiries: the member's own. */
export async function listInquiries(
  tokens: TokenSource,
  query: { page: number; size: number },
): Promise<InquiryListData> {
  return callApi({ method: "GET", path: "/support/inquiries", query, tokens, data: inquiryListData });
}

/** GET /support/inquiries/{id}: the thread. Another member's answers as one that does not exist. */
export async function getInquiry(tokens: TokenSource, publicId: string): Promise<InquiryDetailData> {
  return callApi({
    method: "GET",
    path: `/support/inquiries/${encodeURIComponent(publicId)}`,
    tokens,
    data: inquiryDetailData,
  });
}

/** POST /support/inquiries/{id}/message, 60 s. */
export async function replyToInquiry(
  tokens: TokenSource,
  publicId: string,
  body: MultipartBody,
): Promise<void> {
  await callApi({
    method: "POST",
    path: `/support/inquiries/${encodeURIComponent(publicId)}/message`,
    body,
    tokens,
    timeoutMs: REPLY_TIMEOUT_MS,
    data: noData,
  });
}
