import { json, type LoaderFunctionArgs, redirect, type SerializeFrom } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Alert, Icon, TextLink } from "~/components/text/elements";
import { PageHead } from "~/components/page/page-head";
import { paths } from "~/domain/paths";
import { languageOf, translator } from "~/i18n/i18n.server";
import { languageTags } from "~/i18n/languages";
import { publicPerBrowser } from "#server/protocol/cache-headers.server";
import { env } from "#server/config/env.server";
import "./download.css";
import { type Platform, PlatformCard, platforms, Requirements } from "./parts";

export const handle = { i18n: ["download"], scripts: "on intent" };

export { textMeta as meta } from "~/components/document/route-exports";

/**
 * Guesses the platform from the user agent. The guess only decides which platform is listed first: an iPad reports a
 * Mac, and Mac and Linux have no application, so they see Windows first.
 */
function platformOf(userAgent: string): Platform {
  if (/iPhone|iPad|iPod/.test(userAgent)) return "ios";
  // Windows phones also contain "Android" in their user agent. Chromebooks do not.
  if (/Android/.test(userAgent) && !/Windows/.test(userAgent)) return "android";
  return "pc";
}

/**
 * Handles the buttons, links with `?platform=`: redirects to the application, or the page shows that it is coming, in
 * the reader's language, English and Japanese (the specification's alert).
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const lng = await languageOf({ request, context });
  const asked = new URL(request.url).searchParams.get("platform");
  const { downloads } = env();
  const platform = platforms.find((each) => each === asked);
  const target = platform && downloads[platform];
  if (target) throw redirect(target);
  const t = translator(lng);
  const own = platformOf(request.headers.get("User-Agent") ?? "");
  const data = {
    title: t("download:title"),
    description: t("download:description"),
    order: [own, ...platforms.filter((other) => other !== own)],
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
  return (
    <>
      <PageHead picture="download" title={t("title")} lead={t("lead")} />
      <div className="wrap page-body download">
        {comingSoon ? <ComingSoon {...comingSoon} /> : null}
        <section aria-labelledby="choose">
          <h2 id="choose" className="sr">
            {t("choose")}
          </h2>
          <ul className="platforms">
            {order.map((platform, i) => (
              <PlatformCard
                key={platform}
                platform={platform}
                address={addresses[platform]}
                isFirst={i === 0}
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

function ComingSoon({ platform, messages }: NonNullable<SerializeFrom<typeof loader>["comingSoon"]>) {
  const box = useRef<HTMLDivElement>(null);
  // A client-side navigation keeps the scroll position, so the message is scrolled into view.
  useEffect(() => {
    box.current?.scrollIntoView({ block: "nearest", behavior: "smooth" });
  }, [platform]);
  return (
    <div ref={box} id="answer" className="download__answer">
      <Alert kind="info" role="alert">
        {messages.map(({ lng, text }) => (
          <p key={lng} lang={languageTags[lng]}>
            {text}
          </p>
        ))}
      </Alert>
    </div>
  );
}

const steps = ["first", "second", "third"] as const;

function InstallSteps({ order }: { order: Platform[] }) {
  const { t } = useTranslation("download");
  return (
    <section className="install" aria-labelledby="install">
      <h2 id="install">{t("install.title")}</h2>
      <p className="soft">{t("install.lead")}</p>
      {order.map((platform, i) => (
        <details key={platform} className="fold" open={i === 0}>
          <summary>
            <h3>{t(`platforms.${platform}.name`)}</h3>
            <Icon name="chevron" />
          </summary>
          <ol className="install__steps">
            {steps.map((step, k) => (
              <li key={step}>
                <span className="install__number num" aria-hidden="true">
                  {k + 1}
                </span>
                <div>
                  <strong>{t(`install.${platform}.${step}.title`)}</strong>
                  <p className="soft">{t(`install.${platform}.${step}.text`)}</p>
                </div>
              </li>
            ))}
          </ol>
        </details>
      ))}
    </section>
  );
}
