import type { FlashText } from "~/components/document/root-data";
import { nextSteps } from "~/domain/next-steps";
import type { FlashMessage } from "#server/session/session.server";
import { dynamicKey } from "~/i18n/dynamic";

/**
 * Returns a flash message in the visitor's language, with next steps for the reader.
 *
 * @param pathname of the page that shows it
 */
export function flashText(
  t: unknown,
  { kind, key, params, link }: FlashMessage,
  pathname: string,
): FlashText {
  const next = nextSteps(key, pathname).map((step) => dynamicKey(t, step));
  return {
    kind,
    text: dynamicKey(t, key, params),
    ...(next.length > 0 && { next }),
    ...(link && { link: { to: link.to, text: dynamicKey(t, link.key) } }),
  };
}
