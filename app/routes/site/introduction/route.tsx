import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ButtonLink } from "~/components/page/button-link";
import { PageHead } from "~/components/page/page-head";
import { VideoFrame } from "~/components/video/video-frame";
import { paths } from "~/domain/paths";
import { viewOfVideo } from "~/domain/video";
import { languageOf, translator } from "~/i18n/i18n.server";
import { env } from "#server/config/env.server";
import { publicPage } from "#server/protocol/cache-headers.server";
import { Inhabitants } from "./inhabitants";
import { Stills } from "./stills";
import "./introduction.css";

export const handle = { i18n: ["introduction"], publicPage: true };

export { textMeta as meta } from "~/components/document/seo";

export async function loader({ request }: LoaderFunctionArgs) {
  const t = translator(await languageOf(request));
  const data = {
    title: t("introduction:title"),
    description: t("introduction:description"),
    video: viewOfVideo(env().promoVideoUrl, request.url),
  };
  return json(data, publicPage);
}

/** The three blocks in the specification's order, and the 4:3 scene of each. */
const blocks = ["conference", "make", "rewards"] as const;
const scenes = { conference: "together", make: "make", rewards: "market" } as const;
const facts = ["first", "second", "third"] as const;

export default function Introduction() {
  const { video } = useLoaderData<typeof loader>();
  const { t } = useTranslation("introduction");
  return (
    <>
      <PageHead
        scene="introduction"
        title={<span className="lettered">{t("title")}</span>}
        lead={t("lead")}
      />
      <div className="wrap intro">
        {blocks.map((block, i) => (
          <section key={block} id={block} className="intro__block" aria-labelledby={`${block}-title`}>
            <img
              className="intro__art"
              src={`/art/introduction/${scenes[block]}.svg`}
              width={960}
              height={720}
              alt={t(`${block}.picture`)}
              loading={i === 0 ? "eager" : "lazy"}
              decoding="async"
            />
            <div className="intro__text">
              <h2 className="lettered" id={`${block}-title`}>
                {t(`${block}.title`)}
              </h2>
              <p>{t(`${block}.text`)}</p>
              <dl className="facts">
                {facts.map((fact) => (
                  <div key={fact}>
                    <dt>{t(`${block}.${fact}.name`)}</dt>
                    <dd>{t(`${block}.${fact}.text`)}</dd>
                  </div>
                ))}
              </dl>
            </div>
          </section>
        ))}
        <Inhabitants />
        <section className="intro__film" aria-labelledby="film-title">
          <h2 className="lettered" id="film-title">
            {t("film.title")}
          </h2>
          {video.isConfigured ? (
            <VideoFrame
              view={video}
              title={t("film.video")}
              playHref={`${paths.introduction}?play=1#video`}
              art="/art/introduction/together.svg"
            />
          ) : (
            <Stills />
          )}
        </section>
      </div>
      <section className="intro-go" data-ground="night" aria-labelledby="go-title">
        <span className="mist mist--top" aria-hidden="true" />
        <img
          className="intro-go__stars"
          src="/art/stars.svg"
          width={1600}
          height={700}
          alt=""
          loading="lazy"
        />
        <img
          className="intro-go__isle"
          src="/art/heads/my-page.svg#svgView(viewBox(860,60,740,340))"
          width={740}
          height={340}
          alt=""
          loading="lazy"
        />
        <img
          className="intro-go__balloon"
          src="/art/balloon.svg"
          width={160}
          height={230}
          alt=""
          loading="lazy"
        />
        <div className="wrap intro-go__text">
          <h2 className="lettered" id="go-title">
            {t("go.title")}
          </h2>
          <p>{t("go.text")}</p>
          <div className="intro-go__do">
            <ButtonLink to={paths.download} size="big" icon="arrow-right">
              {t("go.download")}
            </ButtonLink>
            <ButtonLink to={paths.news()} size="big" look="line">
              {t("go.news")}
            </ButtonLink>
          </div>
        </div>
      </section>
    </>
  );
}
