import { callApi } from "./api.server";
import { calls } from "#server/wire/calls";
import type { TokenSource } from "./token-source";
import {
  type FaqListData,
  type FaqListRequest,
  type InquiryDetailData,
  type InquiryListData,
} from "#server/wire/support";
import { cachedRead } from "./public-cache.server";
import type { Cached } from "./swr-cache.server";

/** GET /support/faq. Kept, and served as it was when the API is down. Answers are untrusted HTML. */
export async function listFaq(query: FaqListRequest): Promise<Cached<FaqListData>> {
  return cachedRead({
    key: `faq ${JSON.stringify(query)}`,
    ask: () => callApi(calls.faq, { query: { ...query } }),
    schema: calls.faq.data,
    // Pages without a question are as many as there are numbers.
    isLasting: ({ items }) => items.length > 0,
  });
}

/** POST /support/inquiries, 15 s; authenticated only when signed in. Answers the inquiry's public id. */
export async function createInquiry(tokens: TokenSource | undefined, form: FormData): Promise<string> {
  const { publicId } = await callApi(calls.createInquiry, { form, tokens });
  return publicId;
}

/** GET /support/inquiries: the member's own. */
export async function listInquiries(
  tokens: TokenSource,
  query: { page: number; size: number },
): Promise<InquiryListData> {
  return callApi(calls.inquiries, { query, tokens });
}

/** GET /support/inquiries/{id}: the thread. Another member's answers as one that does not exist. */
export async function getInquiry(tokens: TokenSource, publicId: string): Promise<InquiryDetailData> {
  return callApi(calls.inquiry, { params: { id: publicId }, tokens });
}

/** POST /support/inquiries/{id}/message, 60 s. */
export async function replyToInquiry(tokens: TokenSource, publicId: string, form: FormData): Promise<void> {
  await callApi(calls.replyToInquiry, { params: { id: publicId }, form, tokens });
}
