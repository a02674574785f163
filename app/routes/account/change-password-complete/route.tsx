import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useTranslation } from "react-i18next";
import { ButtonLink } from "~/components/text/elements";
import { StatePicture } from "~/components/page/state-picture";
import { paths } from "~/domain/paths";
import { languageOf, translator } from "~/i18n/i18n.server";
import { getSession, invalidAccess } from "#server/session/session.server";

export const handle = { i18n: ["account"], title: "account:changed.title" };

export { unlistedMeta as meta } from "~/components/document/route-exports";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = await getSession({ request, context });
  if (!session.data.resetDone) return invalidAccess(session);
  return json({ title: translator(await languageOf(request))("account:changed.title") });
}

export default function ChangePasswordComplete() {
  const { t } = useTranslation("account");
  return (
    <>
      <StatePicture name="signed-out" />
      <h1>{t("changed.title")}</h1>
      <p>{t("changed.text")}</p>
      <ButtonLink to={paths.signIn()} wide>
        {t("changed.signIn")}
      </ButtonLink>
    </>
  );
}

export { CardErrorBoundary as ErrorBoundary } from "~/components/page/card-head";
