import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { useResendWait } from "~/components/account/use-resend-wait";
import { CardErrorBoundary } from "~/components/page/card-head";
import { StatePicture } from "~/components/page/state-picture";
import { ButtonLink, TextLink } from "~/components/text/elements";
import { paths } from "~/domain/paths";
import { languageOf, translator } from "~/i18n/i18n.server";
import { sentMail } from "#server/session/recovery.server";
import { getSession, invalidAccess } from "#server/session/session.server";

export const handle = { i18n: ["account"] };

export { unlistedMeta as meta } from "~/components/document/route-exports";

/** Returns where the page's texts are: the mail to change the password is sent, or the password is changed. */
const textsOf = (pathname: string): "changed" | "sent" =>
  pathname === paths.findPasswordEmailSent ? "sent" : "changed";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const texts = textsOf(new URL(request.url).pathname);
  const [session, lng] = await Promise.all([
    getSession({ request, context }),
    languageOf({ request, context }),
  ]);
  if (texts === "changed" && !session.data.resetDone) return invalidAccess(session);
  return json({
    texts,
    sent: texts === "sent" ? sentMail(session, lng) : null,
    title: translator(lng)(`account:${texts}.title`),
  });
}

/** Says where the mail was sent, until when its link works, and when another one can be asked for. */
function Sent({ sent }: { sent: NonNullable<ReturnType<typeof sentMail>> }) {
  const { t } = useTranslation("account");
  const waits = useResendWait(sent);
  return (
    <>
      <p>{t("sent.textTo", { ...sent })}</p>
      {waits ? (
        <p>{t("sent.againAt", { again: sent.again })}</p>
      ) : (
        <p>
          {t("sent.againNow")} <TextLink to={paths.findPassword}>{t("change.newLink")}</TextLink>
        </p>
      )}
    </>
  );
}

export default function Done() {
  const { texts, sent } = useLoaderData<typeof loader>();
  const { t } = useTranslation("account");
  const isSent = texts === "sent";
  return (
    <>
      <StatePicture name={isSent ? "sent" : "signed-out"} />
      <h1>{t(`${texts}.title`)}</h1>
      {sent ? <Sent sent={sent} /> : <p>{t(`${texts}.text`)}</p>}
      <ButtonLink to={isSent ? paths.home : paths.signIn()} wide>
        {isSent ? t("sent.home") : t("changed.signIn")}
      </ButtonLink>
    </>
  );
}

export function ErrorBoundary() {
  return <CardErrorBoundary title={`account:${textsOf(useLocation().pathname)}.title`} />;
}
