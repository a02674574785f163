import { cleanHtml } from "#server/api/sanitize-html.server";
import { listFaq } from "#server/api/public-cache.server";
import { orUndefinedAfter } from "#server/errors/with-timeout.server";
import { faqTypeOf, type InquiryType } from "~/domain/inquiry-types";
import type { ApiLanguage } from "~/i18n/languages";
import type { FaqAnswers } from "./inquiry-form";

const OFFERED = 3;

/**
 * Returns the first FAQ answers for a type, or null if the API fails or is late: the form works without them. A data
 * request waits longer, because the visitor who selects a type has the form already.
 */
export async function answersFor(
  language: ApiLanguage,
  typeCode: InquiryType,
  patienceMs?: number,
): Promise<FaqAnswers | null> {
  const type = faqTypeOf(typeCode);
  const list = await orUndefinedAfter(listFaq({ language, page: 1, size: OFFERED, type }), patienceMs);
  if (!list) return null;
  const items = list.value.items.slice(0, OFFERED);
  return {
    type,
    items: items.map(({ id, question, answer }) => ({
      id,
      question,
      html: cleanHtml(answer, `answer-${id}`),
    })),
  };
}
