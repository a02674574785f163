import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useTranslation } from "react-i18next";
import { ButtonLink } from "~/components/text/elements";
import { StatePicture } from "~/components/page/state-picture";
import { paths } from "~/domain/paths";
import { languageOf, translator } from "~/i18n/i18n.server";

export const handle = { i18n: ["account"], title: "account:sent.title" };

export { unlistedMeta as meta } from "~/components/document/route-exports";

export async function loader({ request }: LoaderFunctionArgs) {
  return json({ title: translator(await languageOf(request))("account:sent.title") });
}

export default function EmailSent() {
  const { t } = useTranslation("account");
  return (
    <>
      <StatePicture name="sent" />
      <h1>{t("sent.title")}</h1>
      <p>{t("sent.text")}</p>
      <ButtonLink to={paths.home} wide>
        {t("sent.home")}
      </ButtonLink>
    </>
  );
}

export { CardErrorBoundary as ErrorBoundary } from "~/components/page/card-head";
