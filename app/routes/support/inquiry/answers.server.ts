import { faqTypeOf, type FaqType, type InquiryType } from "~/domain/inquiry-types";
import type { ApiLanguage } from "~/i18n/languages";
import { listFaq } from "#server/api/support.server";
import { orUndefinedAfter } from "#server/errors/with-timeout.server";
import { cleanHtml } from "#server/api/sanitize-html.server";

/** How many answers are offered before one writes. */
const OFFERED = 3;

export interface OfferedAnswers {
  type: FaqType;
  items: { id: number; question: string; html: string }[];
}

/** The first answers of the FAQ for a type of inquiry; an extra, so the form is shown without them when they fail or are late. */
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
