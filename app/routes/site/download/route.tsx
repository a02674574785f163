import { json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { TextLink } from "~/components/page/button-link";
import { PageHead } from "~/components/page/page-head";
import { paths } from "~/domain/paths";
import { languageOf, translator } from "~/i18n/i18n.server";
import { publicPerBrowser } from "#server/protocol/cache-headers.server";
import { env } from "#server/config/env.server";
import { ComingSoon } from "./coming-soon";
import "./download.css";
import { InstallSteps } from "./install-steps";
import { PlatformCard } from "./platform-card";
import { inOrderFor, isPlatform, platformOf } from "./platforms";
import { Requirements } from "./requirements";

export const handle = { i18n: ["download"] };

export { textMeta as meta } from "~/components/document/seo";

/**
 * Handles the buttons, which are links with `?platform=`: it redirects to the application if its URL is configured.
 * Otherwise the page shows that the application is coming, in the reader's language, English and Japanese (the
 * specification's alert).
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const lng = await languageOf(request);
  const asked = new URL(request.url).searchParams.get("platform");
  const { downloads } = env();
  const platform = isPlatform(asked) ? asked : undefined;
  const target = platform && downloads[platform];
  if (target) throw redirect(target);
  const t = translator(lng);
  const userAgent = request.headers.get("User-Agent");
  const data = {
    title: t("download:title"),
    description: t("download:description"),
    order: inOrderFor(platformOf(userAgent)),
    addresses: downloads,
    comingSoon: platform && {
      platform,
      messages: [...new Set([lng, "en", "ja"] as const)].map((language) => ({
        lng: language,
        text: translator(language)(`download:comingSoon.${platform}`),
      })),
    },
  };
  return json(data, publicPerBrowser);
}

export default function Download() {
  const { order, addresses, comingSoon } = useLoaderData<typeof loader>();
  const { t } = useTranslation("download");
  const [first = "pc"] = order;
  return (
    <>
      <PageHead scene="download" title={t("title")} lead={t("lead")} />
      <div className="wrap page-body download">
        {comingSoon ? <ComingSoon {...comingSoon} /> : null}
        <section aria-labelledby="choose">
          <h2 id="choose" className="sr">
            {t("choose")}
          </h2>
          <ul className="platforms">
            {order.map((platform) => (
              <PlatformCard
                key={platform}
                platform={platform}
                address={addresses[platform]}
                isFirst={platform === first}
              />
            ))}
          </ul>
        </section>
        <InstallSteps order={order} />
        <Requirements />
        <p className="download__help">
          {t("help.text")}{" "}
          <TextLink to={paths.support.root} icon="arrow-right">
            {t("help.link")}
          </TextLink>
        </p>
      </div>
    </>
  );
}
