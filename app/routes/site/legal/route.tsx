import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { type LegalDocument, LegalPage } from "./legal-page";
import { paths } from "~/domain/paths";
import { languageOf, translator } from "~/i18n/i18n.server";
import { publicPage } from "#server/protocol/cache-headers.server";
import brand from "#brand/brand.json";
import { brandTexts } from "~/domain/brand-text";
import privacy from "./privacy-policy.server.json";
import terms from "./terms-of-use.server.json";

export const handle = { i18n: ["legal"], publicPage: true };

export { textMeta as meta } from "~/components/document/route-exports";

const documents: Record<"terms" | "privacy", LegalDocument> = brandTexts({ terms, privacy }, "en", brand);

export async function loader({ request }: LoaderFunctionArgs) {
  const lng = await languageOf(request);
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
    <LegalPage
      document={document}
      isEnglish={isEnglish}
      title={t(`${name}.title`)}
      lead={t(`${name}.lead`)}
      summary={
        name === "terms"
          ? points.terms.map((point) => t(`terms.summary.${point}`))
          : points.privacy.map((point) => t(`privacy.summary.${point}`))
      }
    />
  );
}
