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

/**
 * Lists the FAQ (GET /support/faq). Cached; stale data is served when the API is down. The answers are untrusted HTML.
 */
export async function listFaq(query: FaqListRequest): Promise<Cached<FaqListData>> {
  return cachedRead({
    key: `faq ${JSON.stringify(query)}`,
    ask: () => callApi(calls.faq, { query: { ...query } }),
    schema: calls.faq.data,
    // Page numbers past the end are unbounded, so empty pages do not go to the storage.
    isLasting: ({ items }) => items.length > 0,
  });
}

/**
 * Creates an inquiry (POST /support/inquiries; timeout 15 s), authenticated only when signed in. Returns its public id.
 */
export async function createInquiry(tokens: TokenSource | undefined, form: FormData): Promise<string> {
  const { publicId } = await callApi(calls.createInquiry, { form, tokens });
  return publicId;
}

export async function listInquiries(
  tokens: TokenSource,
  query: { page: number; size: number },
): Promise<InquiryListData> {
  return callApi(calls.inquiries, { query, tokens });
}

/** Reads an inquiry's thread (GET /support/inquiries/{id}). Another member's inquiry looks like a missing one. */
export async function getInquiry(tokens: TokenSource, publicId: string): Promise<InquiryDetailData> {
  return callApi(calls.inquiry, { params: { id: publicId }, tokens });
}

export async function replyToInquiry(tokens: TokenSource, publicId: string, form: FormData): Promise<void> {
  await callApi(calls.replyToInquiry, { params: { id: publicId }, form, tokens });
}
