import type { LoaderFunctionArgs } from "@remix-run/node";
import { nextSteps } from "~/domain/next-steps";
import { dynamicKey } from "~/i18n/dynamic";
import { languageOf, translator } from "~/i18n/i18n.server";
import type { Language } from "~/i18n/languages";
import { failureOf } from "#server/errors/settled-part.server";

/**
 * Wraps the loader of a file URL (a feed, a download), where no error boundary renders errors: sends the message of a
 * failure of the API or the session store as plain text in the language `of` the request.
 */
export function plainFailures(
  loader: (args: LoaderFunctionArgs) => Promise<Response>,
  of: (args: LoaderFunctionArgs) => Language | Promise<Language> = languageOf,
) {
  return async (args: LoaderFunctionArgs): Promise<Response> => {
    try {
      return await loader(args);
    } catch (error) {
      const failure = failureOf(error);
      if (!failure) throw error;
      const { status, messageKey, retryAfter = 2 } = failure;
      const lng = await of(args);
      const t = translator(lng);
      const sentences = [messageKey, ...nextSteps(messageKey, new URL(args.request.url).pathname)];
      return new Response(sentences.map((key) => `${dynamicKey(t, key)}\n`).join(""), {
        status,
        headers: {
          "Content-Type": "text/plain; charset=utf-8",
          "Content-Language": lng,
          "Cache-Control": "no-store",
          ...(status === 503 && { "Retry-After": String(retryAfter) }),
        },
      });
    }
  };
}
