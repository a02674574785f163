import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Alert, Facts, Icon } from "~/components/text/elements";
import { PageHead } from "~/components/page/page-head";
import { paths } from "~/domain/paths";
import { dynamicKey } from "~/i18n/dynamic";
import { languageOf, translator } from "~/i18n/i18n.server";
import { publicPage } from "#server/protocol/cache-headers.server";
import brand from "#brand/brand.json";
import { brandTexts } from "~/domain/brand-text";
import { Block, type LegalDocument } from "./legal-block";
import "./legal-page.css";
import privacy from "./privacy-policy.server.json";
import terms from "./terms-of-use.server.json";

export const handle = { i18n: ["legal"], scripts: "on intent" };

export { textMeta as meta } from "~/components/document/route-exports";

const documents: Record<"terms" | "privacy", LegalDocument> = brandTexts({ terms, privacy }, "en", brand);

export async function loader({ request, context }: LoaderFunctionArgs) {
  const lng = await languageOf({ request, context });
  const t = translator(lng);
  const name = new URL(request.url).pathname.startsWith(paths.termsOfUse) ? "terms" : "privacy";
  const data = {
    name,
    document: documents[name],
    isEnglish: lng === "en",
    title: t(`legal:${name}.title`),
    description: t(`legal:${name}.description`),
  } as const;
  return json(data, publicPage);
}

const points = {
  terms: ["age", "account", "content", "money", "conduct", "ending", "changes"],
  privacy: ["collected", "cookies", "sharing", "keeping", "rights", "safety", "contact"],
} as const;

export default function Legal() {
  const { name, document, isEnglish } = useLoaderData<typeof loader>();
  const { t } = useTranslation("legal");
  return (
    <>
      <PageHead picture="legal" title={t(`${name}.title`)} lead={t(`${name}.lead`)} />
      <div className="wrap page-body legal">
        <nav className="legal__contents" aria-labelledby="contents">
          <h2 id="contents">{t("contents")}</h2>
          <ol lang="en">
            {document.sections.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="legal__text">
          {isEnglish ? null : <Alert kind="info">{t("englishIsBinding")}</Alert>}
          <section className="legal__summary" aria-labelledby="summary">
            <h2 id="summary">{t("summary.title")}</h2>
            <ul>
              {points[name].map((point) => (
                <li key={point}>{dynamicKey(t, `legal:${name}.summary.${point}`)}</li>
              ))}
            </ul>
            <p className="hint">{t("summary.note")}</p>
          </section>
          <article lang="en" className="prose">
            <Facts
              rows={document.facts.map(
                ({ label, text, dateTime }) =>
                  [label, dateTime ? <time dateTime={dateTime}>{text}</time> : text] as const,
              )}
            />
            {document.sections.map((section, i) => (
              <section key={section.id} aria-labelledby={section.id}>
                <h2 id={section.id}>
                  <span className="num">{i + 1}.</span> {section.title}
                  <a
                    className="legal__anchor"
                    href={`#${section.id}`}
                    aria-label={`Link to “${section.title}”`}
                  >
                    <Icon name="link" />
                  </a>
                </h2>
                {section.blocks.map((block, k) => (
                  <Block key={k} block={block} />
                ))}
              </section>
            ))}
          </article>
        </div>
      </div>
    </>
  );
}
