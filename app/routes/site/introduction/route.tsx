import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Art, ButtonLink, Facts } from "~/components/text/elements";
import { PageHead } from "~/components/page/page-head";
import { VideoFrame } from "~/components/video/video-frame";
import { paths } from "~/domain/paths";
import { viewOfVideo } from "~/domain/video";
import { languageOf, translator } from "~/i18n/i18n.server";
import { env } from "#server/config/env.server";
import { publicPage } from "#server/protocol/cache-headers.server";
import "./introduction.css";

export const handle = { i18n: ["introduction"], scripts: "on intent" };

export { textMeta as meta } from "~/components/document/route-exports";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const t = translator(await languageOf({ request, context }));
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
        picture="introduction"
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
              <Facts
                rows={facts.map((fact) => [t(`${block}.${fact}.name`), t(`${block}.${fact}.text`)] as const)}
              />
            </div>
          </section>
        ))}
        <Inhabitants />
        <section className="intro__film" aria-labelledby="film-title">
          <h2 className="lettered" id="film-title">
            {t("film.title")}
          </h2>
          <VideoFrame
            view={video}
            title={t("film.video")}
            playHref={`${paths.introduction}?play=1#video`}
            art="/art/introduction/decide.svg"
          />
        </section>
      </div>
      <section className="intro-go" data-ground="night" aria-labelledby="go-title">
        <span className="mist mist--top" aria-hidden="true" />
        <Art className="intro-go__stars" name="stars" width={1600} height={700} />
        <img
          className="intro-go__isle"
          src="/art/heads/my-page.svg#svgView(viewBox(860,60,740,340))"
          width={740}
          height={340}
          alt=""
          loading="lazy"
        />
        <Art className="intro-go__balloon" name="balloon" width={160} height={230} />
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

const people = ["akari", "nagi", "hinata", "toma", "mei", "ren", "sol", "yuki"] as const;

function Inhabitants() {
  const { t } = useTranslation("introduction");
  return (
    <section className="folk" aria-labelledby="folk-title">
      <h2 className="lettered" id="folk-title">
        {t("people.title")}
      </h2>
      <p>{t("people.text")}</p>
      <ul className="plain">
        {people.map((name) => (
          <li key={name}>
            <img src={`/art/people/${name}.svg`} width={240} height={240} alt="" loading="lazy" />
            <b>{t(`people.${name}.name`)}</b>
            <span>{t(`people.${name}.does`)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
