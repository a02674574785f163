import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ButtonLink } from "~/components/text/elements";
import { Passes } from "~/components/dao/passes";
import { Status } from "~/components/dao/status";
import type { HeadOf } from "~/components/layout/area";
import { suggestionStatuses } from "~/domain/dao";
import { paths } from "~/domain/paths";
import { languageOf, translator } from "~/i18n/i18n.server";
import { passesIn } from "~/routes/dao/reads.server";
import "./operating-method.css";

const head: HeadOf = ({ t }) => ({
  title: t("dao:method.title"),
  lead: t("dao:method.lead"),
  picture: "legal",
  size: undefined,
});

export const handle = { i18n: ["dao"], scripts: "on intent", head };

export { textMeta as meta } from "~/components/document/route-exports";

/** Public, makes no API calls. Keep the text consistent with the FAQ and the news. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const t = translator(await languageOf({ request, context }));
  return json({
    title: t("dao:method.title"),
    description: t("dao:method.description"),
    passes: passesIn(t),
  });
}

const parts = ["who", "statuses", "period", "threshold", "moderation", "passes"] as const;
const who = ["suggest", "vote", "read", "where"] as const;

export default function OperatingMethod() {
  const { passes } = useLoaderData<typeof loader>();
  const { t } = useTranslation("dao");
  const heading = (part: (typeof parts)[number]) => <h2 id={part}>{t(`method.${part}.title`)}</h2>;
  return (
    <div className="wrap sheet method">
      <nav aria-label={t("method.toc")} className="method__toc">
        <ol>
          {parts.map((part) => (
            <li key={part}>
              <a href={`#${part}`}>{t(`method.${part}.title`)}</a>
            </li>
          ))}
        </ol>
      </nav>
      <div className="method__text">
        <section aria-labelledby="who">
          {heading("who")}
          <ul className="method__who">
            {who.map((line) => (
              <li key={line}>{t(`method.who.${line}`)}</li>
            ))}
          </ul>
        </section>
        <section aria-labelledby="statuses">
          {heading("statuses")}
          <dl className="facts">
            {suggestionStatuses.map((status) => (
              <div key={status}>
                <dt>
                  <Status of={{ status }} />
                </dt>
                <dd>{t(`method.statuses.${status}`)}</dd>
              </div>
            ))}
          </dl>
        </section>
        <section aria-labelledby="period">
          {heading("period")}
          <p>{t("method.period.text")}</p>
        </section>
        <section aria-labelledby="threshold">
          {heading("threshold")}
          <p>{t("method.threshold.text")}</p>
        </section>
        <section aria-labelledby="moderation">
          {heading("moderation")}
          <p>{t("method.moderation.text")}</p>
          <p>{t("method.moderation.removed")}</p>
        </section>
        <section aria-labelledby="passes">
          {heading("passes")}
          <p>{t("method.passes.business")}</p>
          <Passes passes={passes} />
        </section>
        <p className="method__do">
          <ButtonLink to={paths.dao.suggestions()}>{t("method.list")}</ButtonLink>
          <ButtonLink to={paths.support.faq()} look="line">
            {t("method.faq")}
          </ButtonLink>
        </p>
      </div>
    </div>
  );
}

export { PartErrorBoundary as ErrorBoundary } from "~/components/page/page-error";
