import type { LoaderFunctionArgs } from "@remix-run/node";
import { paths } from "~/domain/paths";
import { storedResult, USED_LINK } from "#server/forms/form-token.server";
import {
  emailOfToken,
  getSession,
  invalidAccess,
  isTokenOver,
  redirectPage,
  redirectTo,
  type Session,
} from "#server/session/session.server";

/**
 * Opens the link of the reset mail, /wpdnif?token=: stores the token in the session and redirects to a URL without
 * it. A signed-in member can only open their own link, so that an attacker's link cannot make them change the
 * attacker's account. Opening does not use the token up, so mail scanners do no harm: setting the password does.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = await getSession({ request, context });
  const token = new URL(request.url).searchParams.get("token") ?? "";
  const email = emailOfToken(token);
  if (!email) return invalidAccess(session);
  const { user } = session;
  if (user && user.email.toLowerCase() !== email.toLowerCase()) {
    await session.flash({ kind: "alert", key: "account:change.otherMember" });
    throw redirectPage(session, paths.home);
  }
  if (isTokenOver(token)) return toNewLink(session, "errors:code.linkExpired");
  if (await storedResult(USED_LINK, token)) return toNewLink(session, "account:change.used");
  await session.update((draft) => {
    draft.reset = { token, email };
    delete draft.resetDone;
  });
  // Without a Cookie header the next request shows, by its URL, whether the browser accepts cookies.
  const to = request.headers.has("Cookie") ? paths.changePassword : paths.changePasswordFromMail;
  return redirectTo(session, to, {
    headers: { "Referrer-Policy": "no-referrer", "Cache-Control": "no-store" },
  });
}

async function toNewLink(session: Session, key: string) {
  await session.flash({ kind: "alert", key });
  return redirectPage(session, paths.findPassword);
}
