import { createReadStream } from "node:fs";
import {
  type ActionFunctionArgs,
  createReadableStreamFromReadable,
  json,
  type LoaderFunctionArgs,
} from "@remix-run/node";
import type { StaleReason } from "~/domain/form-answer";
import { languageOf } from "~/i18n/i18n.server";
import { formNamed } from "#server/forms/define-form.server";
import { sentOf } from "#server/forms/form-spec.server";
import { mismatchMessage } from "#server/forms/mismatch-message.server";
import { log } from "#server/observe/log.server";
import { applySessionCookie, getSession } from "#server/session/session.server";
import { SignInNeeded } from "#server/errors/sign-in-needed.server";
import { removeUpload, uploadPath } from "#server/uploads/disk-uploads.server";
import { initOf } from "#server/uploads/attachment-action.server";
import {
  ATTACHMENT_FIELD,
  attachmentOf,
  dropKept,
  findKept,
  shownFile,
} from "#server/uploads/pending-uploads.server";
import { receiveForm } from "#server/uploads/receive.server";

/**
 * POST /support/inquiry/attachment: a picture ahead of its form, which is sent later with the id. Answers
 * `{attachment: {id, name, size}}`, or `{error}` with a message key (400; 429 beyond the rate limit; 507 when there is no room). With
 * `intent=detach` and an id: takes that one away again, and answers `{attachment: null}`.
 */
export async function action(args: ActionFunctionArgs) {
  const session = await getSession(args);
  const received = await receiveForm(args);
  const { form, intent } = sentOf(args, received.form);
  const of = formNamed(String(form.get("form")));
  const stale = of ? of.staleFor(session, form) : "release";
  const refused = async (reason: StaleReason) =>
    json({ error: mismatchMessage(reason, session, await languageOf(args.request)) }, { status: 409 });
  if (stale) {
    // A picture for a member's form is no guest's, nor another member's.
    if (received.file) await removeUpload(received.file.id);
    return refused(stale);
  }
  if (intent === "detach") {
    const id = form.get(ATTACHMENT_FIELD);
    if (typeof id === "string") await dropKept(session, id);
    return json({ attachment: null });
  }
  const kept = await attachmentOf(session, received).catch((error: unknown) => {
    if (error instanceof SignInNeeded) return undefined;
    throw error;
  });
  if (!kept) return refused("member");
  const { file, problem } = kept;
  if (problem) return json({ error: problem.message }, initOf(problem));
  const answer = json({ attachment: shownFile(file) });
  // A visitor who had no session has one now; a route without a page sets the cookie itself.
  await applySessionCookie(answer.headers, args.context);
  return answer;
}

/** GET ?id=: the picture, for the visitor in whose session it waits. */
export async function loader(args: LoaderFunctionArgs) {
  const session = await getSession(args);
  const file = await findKept(session, new URL(args.request.url).searchParams.get("id") ?? "");
  if (!file) throw new Response(null, { status: 404 });
  const picture = createReadStream(uploadPath(file.id));
  // The body hears of a failure as long as it is read; one that comes after its visitor has left must reach somebody.
  picture.on("error", (error) => log.warn({ reason: error.message }, "an attachment could not be read"));
  return new Response(createReadableStreamFromReadable(picture), {
    headers: {
      "Content-Type": file.type,
      "Content-Length": String(file.size),
      "X-Content-Type-Options": "nosniff",
      "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
      "Cache-Control": "private, no-store",
    },
  });
}
