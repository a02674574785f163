import {
  type ActionFunctionArgs,
  type AppLoadContext,
  json,
  type LoaderFunctionArgs,
  replace,
  type ServerBuild,
} from "@remix-run/node";
import { paths } from "~/domain/paths";
import { redirectPage, withCookie } from "#server/session/redirects.server";
import { SignInNeeded } from "#server/errors/sign-in-needed.server";
import { failureOf } from "#server/errors/settled-part.server";

/** Returns the response to an error that no route handled; undefined for an unexpected one, which is a 500. */
export function errorResponse(error: unknown, { requestId }: AppLoadContext): Response | undefined {
  if (error instanceof SignInNeeded) return toSignIn(error);
  const { status, messageKey } = failureOf(error) ?? {};
  if (status === undefined) return undefined;
  const headers = status === 503 && { headers: { "Retry-After": "2", "Cache-Control": "no-store" } };
  return json({ messageKey, requestId }, { status, ...headers });
}

/** Redirects to /sign-in, replacing this page in the history. With a message it causes a document load. */
function toSignIn({ session, backTo, hasEnded }: SignInNeeded): Response {
  const signIn = paths.signIn(backTo);
  return hasEnded ? redirectPage(session, signIn) : withCookie(session, replace(signIn, 303));
}

/** Wraps a loader or action so that it throws the response to an error. */
function answering<Args extends LoaderFunctionArgs | ActionFunctionArgs, Result>(
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
        ...(loader && { loader: answering(loader) }),
        ...(action && { action: answering(action) }),
      };
      return [id, { ...route, module }];
    }),
  );
}
