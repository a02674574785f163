import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { CardErrorBoundary } from "~/components/page/card-head";
import { StatePicture } from "~/components/page/state-picture";
import { ButtonLink } from "~/components/text/elements";
import { paths } from "~/domain/paths";
import { languageOf, translator } from "~/i18n/i18n.server";
import { getSession, invalidAccess } from "#server/session/session.server";

export const handle = { i18n: ["account"] };

export { unlistedMeta as meta } from "~/components/document/route-exports";

/** Returns where the page's texts are: the mail to change the password is sent, or the password is changed. */
const textsOf = (pathname: string): "changed" | "sent" =>
  pathname === paths.findPasswordEmailSent ? "sent" : "changed";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const texts = textsOf(new URL(request.url).pathname);
  if (texts === "changed") {
    const session = await getSession({ request, context });
    if (!session.data.resetDone) return invalidAccess(session);
  }
  return json({ texts, title: translator(await languageOf({ request, context }))(`account:${texts}.title`) });
}

export default function Done() {
  const { texts } = useLoaderData<typeof loader>();
  const { t } = useTranslation("account");
  const isSent = texts === "sent";
  return (
    <>
      <StatePicture name={isSent ? "sent" : "signed-out"} />
      <h1>{t(`${texts}.title`)}</h1>
      <p>{t(`${texts}.text`)}</p>
      <ButtonLink to={isSent ? paths.home : paths.signIn()} wide>
        {isSent ? t("sent.home") : t("changed.signIn")}
      </ButtonLink>
    </>
  );
}

export function ErrorBoundary() {
  return <CardErrorBoundary title={`account:${textsOf(useLocation().pathname)}.title`} />;
}
