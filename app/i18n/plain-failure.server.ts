import type { LoaderFunctionArgs } from "@remix-run/node";
import { nextSteps } from "~/domain/next-steps";
import { dynamicKey } from "./dynamic";
import type { Language } from "./languages";
import { languageOf, translator } from "./i18n.server";

/**
 * Wraps the loader of a file URL (a feed, a download), where no error boundary renders error responses: sends the
 * message as plain text in the language `of` the request. Responses without a message pass unchanged.
 */
export function plainFailures(
  loader: (args: LoaderFunctionArgs) => Promise<Response>,
  of: (request: Request) => Language | Promise<Language> = languageOf,
) {
  return async (args: LoaderFunctionArgs): Promise<Response> => {
    try {
      return await loader(args);
    } catch (error) {
      if (!(error instanceof Response) || error.status < 400) throw error;
      const messageKey = await messageKeyOf(error);
      if (messageKey === undefined) throw error;
      const lng = await of(args.request);
      const retryAfter = error.headers.get("Retry-After");
      const t = translator(lng);
      const sentences = [messageKey, ...nextSteps(messageKey, new URL(args.request.url).pathname)];
      return new Response(sentences.map((key) => `${dynamicKey(t, key)}\n`).join(""), {
        status: error.status,
        headers: {
          "Content-Type": "text/plain; charset=utf-8",
          "Content-Language": lng,
          "Cache-Control": "no-store",
          ...(retryAfter !== null && { "Retry-After": retryAfter }),
        },
      });
    }
  };
}

/** Reads the message key from an error response's body (server/web/error-response.server.ts). */
async function messageKeyOf(failure: Response): Promise<string | undefined> {
  if (!failure.headers.get("Content-Type")?.startsWith("application/json")) return undefined;
  const { messageKey } = (await failure.clone().json()) as { messageKey?: unknown };
  return typeof messageKey === "string" ? messageKey : undefined;
}
