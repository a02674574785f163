import type { LoaderFunctionArgs } from "@remix-run/node";
import { paths } from "~/domain/paths";
import { sentBefore, USED_LINK } from "#server/forms/form-token.server";
import {
  emailOfToken,
  getSession,
  invalidAccess,
  isTokenOver,
  leaveTo,
  redirectTo,
  type Session,
} from "#server/session/session.server";

/**
 * The link of the reset mail, /wpdnif?token=: puts the token into the session (for a guest into their cookie) and goes
 * on to an address without it. A link that is too old, or has set a password already, leads to where a new one is asked
 * for.
 *
 * Where somebody is signed in, only their own link is taken: a link that somebody else sent them must not have them
 * give their new password to another's account.
 *
 * Reading the token uses nothing up, so a mail scanner that opens the link first does no harm: the API counts the
 * token as used when the new password is set.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = await getSession({ request, context });
  const token = new URL(request.url).searchParams.get("token") ?? "";
  const email = emailOfToken(token);
  if (!email) return invalidAccess(session);
  const { user } = session;
  if (user && user.email.toLowerCase() !== email.toLowerCase()) {
    await session.flash({ kind: "alert", key: "account:change.otherMember" });
    throw leaveTo(session, paths.home);
  }
  if (isTokenOver(token)) return toNewLink(session, "errors:code.linkExpired");
  if (await sentBefore(USED_LINK, token)) return toNewLink(session, "account:change.used");
  await session.update((draft) => {
    draft.reset = { token, email };
    delete draft.resetDone;
  });
  // A browser's first page: whether it keeps cookies shows on the next one.
  const to = request.headers.has("Cookie") ? paths.changePassword : paths.changePasswordFromMail;
  return redirectTo(session, to, {
    headers: { "Referrer-Policy": "no-referrer", "Cache-Control": "no-store" },
  });
}

async function toNewLink(session: Session, key: string) {
  await session.flash({ kind: "alert", key });
  return leaveTo(session, paths.findPassword);
}
