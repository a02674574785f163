import { faqTypeOf, type FaqType, type InquiryType } from "~/domain/inquiry-types";
import type { ApiLanguage } from "~/i18n/languages";
import { listFaq } from "#server/api/support.server";
import { ApiError } from "#server/errors/api-error";
import { cleanHtml } from "#server/api/sanitize-html.server";

/** How many answers are offered before one writes. */
const OFFERED = 3;

export interface OfferedAnswers {
  type: FaqType;
  items: { id: number; question: string; html: string }[];
}

/** The first answers of the FAQ for a type of inquiry; an extra, so the form is shown without them when they fail. */
export async function answersFor(
  language: ApiLanguage,
  typeCode: InquiryType,
): Promise<OfferedAnswers | null> {
  const type = faqTypeOf(typeCode);
  try {
    const { value } = await listFaq({ language, page: 1, size: OFFERED, type });
    const items = value.items.slice(0, OFFERED);
    return {
      type,
      items: items.map(({ id, question, answer }) => ({ id, question, html: cleanHtml(answer) })),
    };
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}
