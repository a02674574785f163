import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useTranslation } from "react-i18next";
import { ButtonLink } from "~/components/page/button-link";
import { StatePicture } from "~/components/page/state-picture";
import { pageMeta } from "~/components/document/seo";
import { paths } from "~/domain/paths";
import { languageOf, translator } from "~/i18n/i18n.server";

export const handle = { i18n: ["account"], title: "account:sent.title" };

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, { title: data?.title ?? "", noindex: true });

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
