import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { readId } from "~/domain/dao";
import { paths } from "~/domain/paths";
import { safeRedirect } from "~/domain/safe-redirect";
import { languageOf } from "~/i18n/i18n.server";
import { callApi } from "#server/api/api.server";
import { ApiError } from "#server/errors/api-error";
import { likeForm } from "~/routes/dao/form.server";
import { mismatchMessage, receiveForm } from "#server/forms/form-spec.server";
import {
  applySessionCookie,
  getSession,
  invalidAccess,
  redirectTo,
  requireMember,
} from "#server/session/session.server";

/** Redirects GET requests (for example after signing in) to the debate. */
export function loader({ params }: LoaderFunctionArgs) {
  return redirect(paths.dao.debate(params["sId"] ?? "", params["dId"] ?? ""), 303);
}

/**
 * Likes a debate; idempotent. The form is redirected to the debate's anchor (303), with a message if the API confirms
 * the like, and the page loads the new number. With `answer=json` the response is `{ok, isLiked?, likes?}` or `{ok:
 * false, messageKey}` instead.
 */
export async function action(args: ActionFunctionArgs) {
  const { request, params, context } = args;
  const { form } = await receiveForm(args);
  const isScript = form.get("answer") === "json";
  const session = isScript ? await getSession({ request, context }) : await requireMember(args);
  const [sId, dId] = [readId(params["sId"]), readId(params["dId"])];
  if (sId === undefined || dId === undefined) return invalidAccess(session);
  const debate = `${paths.dao.debate(sId, dId)}#debate-${dId}`;
  const redirectBack = () => redirectTo(session, safeRedirect(form.get("back"), debate));
  const asJson = async (body: object, status = 200) => {
    const headers = new Headers({ "Cache-Control": "private, no-store" });
    await applySessionCookie(headers, context);
    return json(body, { status, headers });
  };
  const refuse = async (messageKey: string, status: number) => {
    if (isScript) return asJson({ ok: false, messageKey }, status);
    await session.flash({ kind: "error", key: messageKey });
    return redirectBack();
  };

  try {
    if (!session.isSignedIn) throw ApiError.http("POST /dao/…/like", 401);
    const stale = likeForm.staleFor(session, form);
    if (stale) return await refuse(mismatchMessage(stale, session, await languageOf(args)), 409);
    const data = await callApi("likeDebate", { tokens: session, params: { sId, dId } });
    if (isScript) return await asJson({ ok: true, isLiked: data.is_liked, likes: data.like_count });
    if (data.is_liked) await session.flash({ kind: "success", key: "dao:debate.liked" });
    return redirectBack();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // WEB-078: the debate was on the page, so a 404 means that it was removed since.
    return refuse(error.status === 404 ? "errors:web.078" : error.messageKey, error.status);
  }
}
