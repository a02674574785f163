import { callApi } from "./api.server";
import { calls } from "#server/wire/calls";
import type { TokenSource } from "./token-source";
import type { FaqListRequest } from "#server/wire/support";
import { cachedRead } from "./public-cache.server";

/** Lists the FAQ. Cached; stale data is served when the API is down. The answers are untrusted HTML. */
export const listFaq = (query: FaqListRequest) =>
  cachedRead({
    key: `faq ${JSON.stringify(query)}`,
    ask: () => callApi(calls.faq, { query }),
    schema: calls.faq.data,
    // Page numbers past the end are unbounded, so empty pages do not go to the storage.
    isLasting: ({ items }) => items.length > 0,
  });

/** Creates an inquiry, authenticated only when signed in. Returns its public id. */
export async function createInquiry(tokens: TokenSource | undefined, form: FormData): Promise<string> {
  const { publicId } = await callApi(calls.createInquiry, { form, tokens });
  return publicId;
}

export const listInquiries = (tokens: TokenSource, query: { page: number; size: number }) =>
  callApi(calls.inquiries, { query, tokens });

/** Reads an inquiry's thread (GET /support/inquiries/{id}). Another member's inquiry looks like a missing one. */
export const getInquiry = (tokens: TokenSource, publicId: string) =>
  callApi(calls.inquiry, { params: { id: publicId }, tokens });

export const replyToInquiry = (tokens: TokenSource, publicId: string, form: FormData) =>
  callApi(calls.replyToInquiry, { params: { id: publicId }, form, tokens });
