import { faqTypeOf, type FaqType, type InquiryType } from "~/domain/inquiry-types";
import type { ApiLanguage } from "~/i18n/languages";
import { listFaq } from "#server/api/support.server";
import { orUndefinedAfter } from "#server/errors/with-timeout.server";
import { cleanHtml } from "#server/api/sanitize-html.server";

/** Number of answers that the form suggests. */
const OFFERED = 3;

export interface OfferedAnswers {
  type: FaqType;
  items: { id: number; question: string; html: string }[];
}

/**
 * Returns the first FAQ answers for a type of inquiry, or null if the API fails or is late: the form works without
 * them.
 */
export async function answersFor(
  language: ApiLanguage,
  typeCode: InquiryType,
): Promise<OfferedAnswers | null> {
  const type = faqTypeOf(typeCode);
  const list = await orUndefinedAfter(listFaq({ language, page: 1, size: OFFERED, type }));
  if (!list) return null;
  const items = list.value.items.slice(0, OFFERED);
  return {
    type,
    items: items.map(({ id, question, answer }) => ({ id, question, html: cleanHtml(answer) })),
  };
}
