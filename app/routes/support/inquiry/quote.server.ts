import { formatDateTime } from "~/domain/japan-time";
import { MAX_SUBJECT } from "~/domain/inquiry-rules";
import { cut, lengthOf } from "~/domain/readers";
import { type translator } from "~/i18n/i18n.server";
import { callApi } from "#server/api/api.server";
import { orUndefinedAfter } from "#server/errors/with-timeout.server";
import type { Session } from "#server/session/session.server";

/** Number of messages that are quoted, the last ones, and the limit of each in characters. */
const QUOTED = 2;
const MOST_OF_EACH = 400;

/** Returns a number for support from the URL; undefined if it is none. */
export const numberIn = (search: URLSearchParams, name: string) =>
  search.get(name)?.match(/^[\w.-]{1,64}$/)?.[0];

/** What a new inquiry takes over from an earlier one of the same member. */
export interface Quote {
  reference: string;
  subject: string;
  message: string;
}

/**
 * Returns the quote of an inquiry for the form of a new one; null if the member has no such inquiry, or the API fails
 * or is late: the form works without.
 *
 * @param publicId from the URL
 */
export async function quoteOf(
  session: Session,
  publicId: string | undefined,
  t: ReturnType<typeof translator>,
  lng: string,
): Promise<Quote | null> {
  if (publicId === undefined || !session.isSignedIn) return null;
  const inquiry = await orUndefinedAfter(callApi("inquiry", { tokens: session, params: { id: publicId } }));
  if (!inquiry) return null;
  const { subject, messages } = inquiry;
  const quoted = messages.slice(-QUOTED).map(({ senderType, senderName, content, createdAt }) => {
    const who = senderName || t(senderType === "CUSTOMER" ? "support:thread.you" : "support:thread.support");
    const head = createdAt
      ? t("support:inquiry.quoteHead", { at: formatDateTime(createdAt, lng), who })
      : who;
    const text = cut(content, MOST_OF_EACH);
    return [head, ...(text === content ? text : `${text} …`).split("\n").map((row) => `> ${row}`)].join("\n");
  });
  const reference = `${t("support:thread.reference")} ${inquiry.publicId}`;
  return {
    reference: inquiry.publicId,
    subject: continued(subject, t),
    // Empty lines first, for the text above it.
    message: `\n\n${[reference, ...quoted].join("\n\n")}`,
  };
}

/** Returns the subject marked as continued, once only, within the limit of a subject. */
function continued(subject: string, t: ReturnType<typeof translator>): string {
  const mark = t("support:inquiry.quoteSubject", { subject: "" });
  if (subject === "" || subject.endsWith(mark)) return cut(subject, MAX_SUBJECT);
  return t("support:inquiry.quoteSubject", { subject: cut(subject, MAX_SUBJECT - lengthOf(mark)) });
}
