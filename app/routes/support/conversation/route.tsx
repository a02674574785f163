import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BackLink } from "~/components/page/back-link";
import type { HeadOf } from "~/components/layout/area";
import { SignInInvitation } from "~/components/page/sign-in-invitation";
import { UserText } from "~/components/text/user-text";
import { paths } from "~/domain/paths";
import { languageOf, translator } from "~/i18n/i18n.server";
import { getInquiry } from "#server/api/support.server";
import { ApiError } from "#server/errors/api-error";
import { Code } from "#server/wire/codes";
import { newFormToken } from "#server/forms/form-token.server";
import { safeAddress } from "#server/api/sanitize-html.server";
import { getSession, requireMember } from "#server/session/session.server";
import { replyAction } from "./action.server";
import "./conversation.css";
import { replyForm } from "./form.server";
import { inquiryIdOf } from "./inquiry-id.server";
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

export { unlistedMeta as meta } from "~/components/document/seo";

export async function loader(args: LoaderFunctionArgs) {
  const { pathname } = new URL(args.request.url);
  const [session, lng] = await Promise.all([
    areaOf(pathname) === "requests" ? requireMember(args) : getSession(args),
    languageOf(args.request),
  ]);
  const publicId = await inquiryIdOf(session, args.params);
  const t = translator(lng);
  if (!session.isSignedIn) return json({ pathname, title: t("support:list.title"), inquiry: null });
  const inquiry = await getInquiry(session, publicId).catch(notFound);
  return json({
    pathname,
    title: inquiry.subject || t("common:untitled"),
    inquiry: {
      ...inquiry,
      messages: inquiry.messages.map((message) => ({
        ...message,
        attachments: message.attachments.flatMap(({ fileUrl, fileName }) => {
          const address = safeAddress(fileUrl);
          return address ? [{ fileUrl: address, fileName: shownName(fileName) }] : [];
        }),
      })),
    },
    form: replyForm.open(session, args.request),
    token: newFormToken(),
  });
}

/**
 * Throws 404 both for an inquiry that does not exist and for one of another member, so that they cannot be told
 * apart.
 */
function notFound(error: unknown): never {
  const isMissing =
    error instanceof ApiError && (error.status === 404 || error.code === Code.INQUIRY_NOT_FOUND);
  throw isMissing ? new Response(null, { status: 404 }) : error;
}

/** Removes control and format characters: a bidirectional override could disguise `gnp.exe` as a picture. */
function shownName(name: string): string {
  return name.replace(/[\p{Cc}\p{Cf}]/gu, "").slice(0, 200);
}

export async function action(args: ActionFunctionArgs) {
  return replyAction(args);
}

export { clientAction, shouldRevalidate } from "~/components/document/offline-action";

export default function Conversation() {
  const data = useLoaderData<typeof loader>();
  return (
    <div className="read page-body">
      {data.inquiry ? (
        <Thread inquiry={data.inquiry} form={data.form} token={data.token} />
      ) : (
        <SignInInvitation back={data.pathname} />
      )}
    </div>
  );
}

export { PartErrorBoundary as ErrorBoundary } from "~/components/page/part-error";
