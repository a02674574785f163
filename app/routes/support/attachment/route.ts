import { createReadStream } from "node:fs";
import {
  type ActionFunctionArgs,
  createReadableStreamFromReadable,
  json,
  type LoaderFunctionArgs,
} from "@remix-run/node";
import { tooManyMessage } from "~/domain/message-codes";
import { limit } from "#server/request/rate-limit.server";
import { applySessionCookie, getSession } from "#server/session/session.server";
import { removeUpload, uploadPath } from "#server/uploads/folder.server";
import { ATTACHMENT_FIELD, attachmentOf, dropKept, findKept, shown } from "#server/uploads/kept.server";
import { receiveForm } from "#server/uploads/receive.server";

/**
 * POST /support/inquiry/attachment: a picture ahead of its form, which is sent later with the id. Answers
 * `{attachment: {id, name, size}}`, or `{error}` with a message key (400; 429 beyond the rate limit). With
 * `intent=detach` and an id: takes that one away again, and answers `{attachment: null}`.
 */
export async function action(args: ActionFunctionArgs) {
  const session = await getSession(args);
  const received = await receiveForm(args.request);
  const allowed = await limit(args, "attachment");
  if (!allowed.ok) {
    if (received.file) await removeUpload(received.file.id);
    return json(
      { error: tooManyMessage(allowed.retryAfterSeconds) },
      { status: 429, headers: { "Retry-After": String(allowed.retryAfterSeconds) } },
    );
  }
  if (received.form.get("intent") === "detach") {
    const id = received.form.get(ATTACHMENT_FIELD);
    if (typeof id === "string") await dropKept(session, id);
    return json({ attachment: null });
  }
  const { file, error } = await attachmentOf(session, received);
  if (error) return json({ error }, { status: 400 });
  const answer = json({ attachment: shown(file) });
  // A visitor who had no session has one now; a route without a page sets the cookie itself.
  await applySessionCookie(answer.headers, args.context);
  return answer;
}

/** GET ?id=: the picture, for the visitor in whose session it waits. */
export async function loader(args: LoaderFunctionArgs) {
  const session = await getSession(args);
  const file = await findKept(session, new URL(args.request.url).searchParams.get("id") ?? "");
  if (!file) throw new Response(null, { status: 404 });
  return new Response(createReadableStreamFromReadable(createReadStream(uploadPath(file.id))), {
    headers: {
      "Content-Type": file.type,
      "Content-Length": String(file.size),
      "X-Content-Type-Options": "nosniff",
      "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
      "Cache-Control": "private, no-store",
    },
  });
}
