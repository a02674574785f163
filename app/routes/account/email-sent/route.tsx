import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useTranslation } from "react-i18next";
import { ButtonLink } from "~/components/page/button-link";
import { DonePanel } from "~/components/page/done-panel";
import type { HeadOf } from "~/components/layout/area";
import { pageMeta } from "~/components/document/seo";
import { paths } from "~/domain/paths";
import { languageOf, translator } from "~/i18n/i18n.server";

const head: HeadOf = ({ t }) => ({ title: t("account:find.title") });

export const handle = { i18n: ["account"], head };

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, { title: data?.title ?? "", noindex: true });

export async function loader({ request }: LoaderFunctionArgs) {
  return json({ title: translator(await languageOf(request))("account:sent.title") });
}

export default function EmailSent() {
  const { t } = useTranslation("account");
  return (
    <div className="form-page">
      <DonePanel picture="sent" title={t("sent.title")}>
        <p>{t("sent.text")}</p>
        <ButtonLink to={paths.home} wide>
          {t("sent.home")}
        </ButtonLink>
      </DonePanel>
    </div>
  );
}

export { PartErrorBoundary as ErrorBoundary } from "~/components/page/part-error";
