import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BackLink } from "~/components/page/back-link";
import type { HeadOf } from "~/components/layout/area";
import { SignInInvitation } from "~/components/page/sign-in-invitation";
import { UserText } from "~/components/text/elements";
import { shownFileName } from "~/domain/attachment-rules";
import { paths } from "~/domain/paths";
import { languageOf, translator } from "~/i18n/i18n.server";
import { callApi } from "#server/api/api.server";
import { ApiError } from "#server/errors/api-error";
import { Code } from "#server/wire/codes";
import { newFormToken } from "#server/forms/form-token.server";
import { safeAddress } from "#server/api/sanitize-html.server";
import { getSession, invalidAccess, requireMember, type Session } from "#server/session/session.server";
import { admitWithFile, attachmentFormStep, sendFailure } from "#server/uploads/attachment-action.server";
import { dropPendingFile, restoredFile } from "#server/uploads/pending-uploads.server";
import { formWithFile } from "#server/uploads/disk-uploads.server";
import "./conversation.css";
import { CLOSED_MESSAGE } from "./form";
import { replyForm } from "./form.server";
import { Thread } from "./thread";

/** Returns the area of the URL; the same page is at two URLs, as is the list of inquiries. */
const areaOf = (pathname: string) =>
  pathname.startsWith(paths.support.requests()) ? ("requests" as const) : ("inquiries" as const);

const head: HeadOf<typeof loader> = ({ t, data, pathname }) => ({
  title: data ? <UserText text={data.title} /> : t("support:list.title"),
  size: "article",
  children: <BackLink to={paths.support[areaOf(pathname)]()}>{t("support:thread.back")}</BackLink>,
});

export const handle = { i18n: ["support"], head };

export { clientAction, shouldRevalidate, unlistedMeta as meta } from "~/components/document/route-exports";

/** @throws the "Invalid Access" redirect if it cannot be an id (public-site-and-community.md section 2) */
async function inquiryIdOf(session: Session, params: { id?: string | undefined }): Promise<string> {
  const id = params.id?.trim() ?? "";
  return /^[\w-]{1,64}$/.test(id) ? id : invalidAccess(session);
}

export async function loader(args: LoaderFunctionArgs) {
  const { pathname } = new URL(args.request.url);
  const [session, lng] = await Promise.all([
    areaOf(pathname) === "requests" ? requireMember(args) : getSession(args),
    languageOf(args),
  ]);
  const publicId = await inquiryIdOf(session, args.params);
  const t = translator(lng);
  if (!session.isSignedIn) return json({ pathname, title: t("support:list.title"), inquiry: null });
  const inquiry = await callApi("inquiry", { tokens: session, params: { id: publicId } }).catch(
    (error: unknown) => {
      throw isMissing(error) ? notFound() : error;
    },
  );
  const form = replyForm.open(session, args.request);
  return json({
    pathname,
    title: inquiry.subject || t("common:untitled"),
    inquiry: {
      ...inquiry,
      messages: inquiry.messages.map((message) => ({
        ...message,
        attachments: message.attachments.flatMap(({ fileUrl, fileName }) => {
          const address = safeAddress(fileUrl);
          return address ? [{ fileUrl: address, fileName: shownFileName(fileName) }] : [];
        }),
      })),
    },
    form,
    ...(await restoredFile(session, form)),
    token: newFormToken(),
  });
}

/** Returns true both for an inquiry that does not exist and for another member's, so that they look the same. */
const isMissing = (error: unknown) =>
  error instanceof ApiError && (error.status === 404 || error.code === Code.INQUIRY_NOT_FOUND);

const notFound = () => new Response(null, { status: 404 });

export async function action(args: ActionFunctionArgs) {
  return admitWithFile(replyForm, args, async (admitted, received) => {
    const { session, done } = admitted;
    const publicId = await inquiryIdOf(session, args.params);
    const step = await attachmentFormStep(admitted, received, "reply");
    if (step.response) return step.response;
    const { value, file, once, failed } = step;
    try {
      const { status } = await callApi("inquiry", { tokens: session, params: { id: publicId } });
      // Closed since the page was loaded. An API may still take the reply, and nobody would read it.
      if (status === "CLOSED") return failed({ formErrors: [CLOSED_MESSAGE] });
      await once(async () => {
        const form = await formWithFile<"replyToInquiry">(value, file);
        await callApi("replyToInquiry", { tokens: session, params: { id: publicId }, form });
        return publicId;
      });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (isMissing(error)) throw notFound();
      const isClosed = error.code === Code.INQUIRY_CLOSED;
      return failed(sendFailure(error, isClosed ? CLOSED_MESSAGE : "errors:contactAdmin"));
    }
    if (file) await dropPendingFile(session, file.id);
    return done(new URL(args.request.url).pathname, { kind: "success", key: "support:reply.sent" });
  });
}

export default function Conversation() {
  const data = useLoaderData<typeof loader>();
  return (
    <div className="read page-body">
      {data.inquiry ? <Thread {...data} inquiry={data.inquiry} /> : <SignInInvitation back={data.pathname} />}
    </div>
  );
}

export { PartErrorBoundary as ErrorBoundary } from "~/components/page/page-error";
