import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { readId } from "~/domain/dao";
import { paths } from "~/domain/paths";
import { safeRedirect } from "~/domain/safe-redirect";
import { likeDebate } from "#server/api/dao.server";
import { ApiError } from "#server/errors/api-error";
import { readForm } from "#server/forms/form.server";
import {
  applySessionCookie,
  getSession,
  invalidAccess,
  redirectTo,
  requireMember,
} from "#server/session/session.server";

/** The address is for posting; whoever opens it (after signing in, say) meant the debate. */
export function loader({ params }: LoaderFunctionArgs) {
  return redirect(paths.dao.debate(params["sId"] ?? "", params["dId"] ?? ""), 303);
}

/**
 * Likes a debate; sent twice, it is still one like. The form comes back to the debate's anchor (303), with a message when
 * the answer says that it is liked, and the page reads its number anew. The button's script sends `answer=json` and
 * gets `{ok, isLiked?, likes?}` or `{ok: false, messageKey}` instead.
 */
export async function action(args: ActionFunctionArgs) {
  const { request, params, context } = args;
  const form = await readForm(request);
  const isScript = form.get("answer") === "json";
  const session = isScript ? await getSession({ request, context }) : await requireMember(args);
  const [sId, dId] = [readId(params["sId"]), readId(params["dId"])];
  if (sId === undefined || dId === undefined) return invalidAccess(session);
  const debate = `${paths.dao.debate(sId, dId)}#debate-${dId}`;
  const headers = new Headers({ "Cache-Control": "private, no-store" });

  try {
    if (!session.isSignedIn) throw ApiError.http("POST /dao/…/like", 401);
    const answer = await likeDebate(session, { sId, dId });
    if (isScript) {
      await applySessionCookie(headers, context);
      return json({ ok: true, isLiked: answer.is_liked, likes: answer.like_count }, { headers });
    }
    if (answer.is_liked) await session.flash({ kind: "success", key: "dao:debate.liked" });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (isScript) {
      await applySessionCookie(headers, context);
      return json({ ok: false, messageKey: error.messageKey }, { status: error.status, headers });
    }
    await session.flash({ kind: "error", key: error.messageKey });
  }
  return redirectTo(session, safeRedirect(form.get("back"), debate));
}
