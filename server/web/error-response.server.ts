import {
  type ActionFunctionArgs,
  type AppLoadContext,
  json,
  type LoaderFunctionArgs,
  replace,
  type ServerBuild,
} from "@remix-run/node";
import { isRouteErrorResponse } from "@remix-run/react";
import { paths } from "~/domain/paths";
import { redirectPage, withCookie } from "#server/session/redirects.server";
import { SignInNeeded } from "#server/errors/sign-in-needed.server";
import { failureOf } from "#server/errors/settled-part.server";

/** Retry-After of a 503 whose end is not known, in seconds. */
const RETRY_SECONDS = 2;

/** Returns Retry-After of an error page, from the data of the response that a loader or an action threw. */
export function retryAfterOf(errors: Readonly<Record<string, unknown>> | null): number {
  const [error] = Object.values(errors ?? {}).filter(isRouteErrorResponse);
  const { retryAfter } = (error?.data ?? {}) as { retryAfter?: unknown };
  return typeof retryAfter === "number" ? retryAfter : RETRY_SECONDS;
}

/** Returns the response to an error that no route handled; undefined for an unexpected one, which is a 500. */
export function errorResponse(error: unknown, { requestId }: AppLoadContext): Response | undefined {
  if (error instanceof SignInNeeded) return toSignIn(error);
  const failure = failureOf(error);
  const { status, messageKey, retryAfter = RETRY_SECONDS } = failure ?? {};
  if (status === undefined) return undefined;
  const headers = status === 503 && {
    headers: { "Retry-After": String(retryAfter), "Cache-Control": "no-store" },
  };
  return json(
    { messageKey, requestId, ...(failure?.retryAfter !== undefined && { retryAfter }) },
    { status, ...headers },
  );
}

/** Redirects to /sign-in, replacing this page in the history. With a message it causes a document load. */
function toSignIn({ session, backTo, hasEnded }: SignInNeeded): Response {
  const signIn = paths.signIn(backTo);
  return hasEnded ? redirectPage(session, signIn) : withCookie(session, replace(signIn, 303));
}

/** Wraps a loader or action so that it throws the response to an error. */
function withErrorResponse<Args extends LoaderFunctionArgs | ActionFunctionArgs, Result>(
  handler: (args: Args) => Result | Promise<Result>,
): (args: Args) => Promise<Result> {
  return async (args) => {
    try {
      return await handler(args);
    } catch (error) {
      throw errorResponse(error, args.context) ?? error;
    }
  };
}

export function withErrorResponses(routes: ServerBuild["routes"]): ServerBuild["routes"] {
  return Object.fromEntries(
    Object.entries(routes).map(([id, route]) => {
      const { loader, action } = route.module;
      const module = {
        ...route.module,
        ...(loader && { loader: withErrorResponse(loader) }),
        ...(action && { action: withErrorResponse(action) }),
      };
      return [id, { ...route, module }];
    }),
  );
}
