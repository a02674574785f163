import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { LegalPage } from "~/components/legal-page";
import { pageMeta } from "~/components/seo";
import { languageOf, translator } from "~/i18n/i18n.server";
import { sameForAll } from "#server/same-for-all.server";
import { privacyPolicy } from "./document.server";

export const handle = { i18n: ["legal"] };

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, { title: data?.title ?? "", description: data?.description, image: "legal" });

export async function loader({ request }: LoaderFunctionArgs) {
  const lng = await languageOf(request);
  const t = translator(lng);
  const data = {
    document: privacyPolicy,
    isEnglish: lng === "en",
    title: t("legal:privacy.title"),
    description: t("legal:privacy.description"),
  };
  return json(data, sameForAll);
}

export default function PrivacyPolicy() {
  const { document, isEnglish } = useLoaderData<typeof loader>();
  const { t } = useTranslation("legal");
  return (
    <LegalPage
      document={document}
      isEnglish={isEnglish}
      title={t("privacy.title")}
      lead={t("privacy.lead")}
    />
  );
}
