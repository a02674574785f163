/** The one place where an error becomes a response. */
import {
  type ActionFunctionArgs,
  type AppLoadContext,
  json,
  type LoaderFunctionArgs,
  replace,
  type ServerBuild,
} from "@remix-run/node";
import { paths } from "~/domain/paths";
import { leaveTo, withCookie } from "#server/session/redirects.server";
import { SignInNeeded } from "#server/errors/sign-in-needed.server";
import { failureOf } from "#server/errors/failure";

/**
 * The response to an error that no route has handled: the catalogue's status and message, which Remix hands to the
 * error boundary of the route, or the way to the sign-in. Each request gets its own, because a Response can be read
 * once; the error may be held by many.
 *
 * @returns undefined for an error that nobody expected: Remix logs it and answers 500
 */
export function answerTo(error: unknown, { requestId }: AppLoadContext): Response | undefined {
  if (error instanceof SignInNeeded) return toSignIn(error);
  const failure = failureOf(error);
  if (!failure) return undefined;
  const { status, messageKey } = failure;
  const headers = status === 503 ? { "Retry-After": "2", "Cache-Control": "no-store" } : undefined;
  return json({ messageKey, requestId }, headers ? { status, headers } : { status });
}

/** The redirect to /sign-in: in place of this page in the history, or as a whole page when it has a message. */
function toSignIn({ session, backTo, hasEnded }: SignInNeeded): Response {
  const signIn = paths.signIn(backTo);
  return hasEnded ? leaveTo(session, signIn) : withCookie(session, replace(signIn, 303));
}

/** A loader or action that throws the response to an error (`answerTo`) in place of the error. */
export function answering<Args extends LoaderFunctionArgs | ActionFunctionArgs, Result>(
  handler: (args: Args) => Result | Promise<Result>,
): (args: Args) => Promise<Result> {
  return async (args) => {
    try {
      return await handler(args);
    } catch (error) {
      throw answerTo(error, args.context) ?? error;
    }
  };
}

/** The routes of a build, with all loaders and actions `answering`. */
export function answeringRoutes(routes: ServerBuild["routes"]): ServerBuild["routes"] {
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
