import { json } from "@remix-run/node";
import { type GoneKey, goneOf } from "~/domain/next-steps";
import { translator } from "~/i18n/i18n.server";
import type { Language } from "~/domain/language-tag";

/** Returns the title of an error page about a thing that is gone; undefined for another message. */
export function goneTitle(messageKey: string, lng: Language): string | undefined {
  const found = goneOf(messageKey);
  return found && translator(lng)(found.title);
}

/** Returns the 404 for a thing that the API does not know, to be thrown. Its page says what is gone. */
export const goneResponse = (messageKey: GoneKey, lng: Language) =>
  json({ messageKey, title: goneTitle(messageKey, lng) }, { status: 404 });
