import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { ATTACHMENT_FIELD, type StaleReason } from "~/domain/form-setup";
import { languageOf } from "~/i18n/i18n.server";
import { forms } from "#server/forms/define-form.server";
import { mismatchMessage, sentOf } from "#server/forms/form-spec.server";
import { applySessionCookie, getSession } from "#server/session/session.server";
import { SignInNeeded } from "#server/errors/sign-in-needed.server";
import { readUpload, removeUpload } from "#server/uploads/disk-uploads.server";
import {
  attachmentOf,
  dropPendingFile,
  findPendingFile,
  shownFile,
} from "#server/uploads/pending-uploads.server";
import { receiveUpload } from "#server/uploads/receive.server";

/**
 * POST /support/inquiry/attachment: uploads a picture before its form is submitted with the picture's id. Returns
 * `{attachment: {id, name, size}}`, or `{error}` with a message key: 400; 409 if the form belongs to another visitor;
 * 429 beyond the rate limit; 507 if there is no space. With `intent=detach` and an id it removes the picture and
 * returns `{attachment: null}`.
 */
export async function action(args: ActionFunctionArgs) {
  const session = await getSession(args);
  const received = await receiveUpload(args);
  const { form, intent } = sentOf(args, received.form);
  const of = forms.get(String(form.get("form")));
  const stale = of ? of.staleFor(session, form) : "release";
  const refused = async (reason: StaleReason) =>
    json({ error: mismatchMessage(reason, session, await languageOf(args)) }, { status: 409 });
  if (stale) {
    // A form that does not match the session is rejected, so its picture is deleted.
    if (received.file) await removeUpload(received.file.id);
    return refused(stale);
  }
  if (intent === "detach") {
    const id = form.get(ATTACHMENT_FIELD);
    if (typeof id === "string") await dropPendingFile(session, id);
    return json({ attachment: null });
  }
  const attached = await attachmentOf(session, received).catch((error: unknown) => {
    if (error instanceof SignInNeeded) return undefined;
    throw error;
  });
  if (!attached) return refused("member");
  const { file, problem } = attached;
  if (problem) return json({ error: problem.message }, problem);
  const response = json({ attachment: shownFile(file) });
  // A new visitor's session cookie is set here, because a resource route is not rendered by entry.server.
  await applySessionCookie(response.headers, args.context);
  return response;
}

/** GET ?id=: returns the picture to the visitor whose session holds it. */
export async function loader(args: LoaderFunctionArgs) {
  const session = await getSession(args);
  const file = await findPendingFile(session, new URL(args.request.url).searchParams.get("id") ?? "");
  if (!file) throw new Response(null, { status: 404 });
  return new Response(readUpload(file.id), {
    headers: {
      "Content-Type": file.type,
      "Content-Length": String(file.size),
      "X-Content-Type-Options": "nosniff",
      "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
      "Cache-Control": "private, no-store",
    },
  });
}
