import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData, useRouteError } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ButtonLink } from "~/components/button-link";
import { PartError } from "~/components/part-error";
import { pageMeta } from "~/components/seo";
import { paths } from "~/domain/paths";
import { languageOf, translator } from "~/i18n/i18n.server";
import { env } from "#server/env.server";
import { requireMember } from "#server/session/session.server";
import { readVideo } from "./video";

export const handle = { i18n: ["my-page"] };

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, { title: data?.title ?? "", noindex: true });

/**
 * The player stands in the page only after the member has pressed play: until then nobody else is asked for
 * anything.
 */
export async function loader(args: LoaderFunctionArgs) {
  const [, lng] = await Promise.all([requireMember(args), languageOf(args.request)]);
  const video = readVideo(env().toolsVideoUrl);
  const plays = new URL(args.request.url).searchParams.has("play");
  return json({
    isConfigured: video !== undefined,
    video: plays && video ? video : null,
    title: translator(lng)("common:nav.tools"),
  });
}

export default function Tools() {
  const { isConfigured, video } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["my-page", "common"]);
  return (
    <section className="tab" aria-labelledby="tools-title">
      <h2 id="tools-title">{t("my-page:tools.title")}</h2>
      <p className="soft">{t("my-page:tools.lead")}</p>
      <div className="video" id="video">
        {video?.kind === "file" ? (
          // The video has no speech; captions would be an empty track.
          // eslint-disable-next-line jsx-a11y/media-has-caption
          <video src={video.src} controls autoPlay playsInline aria-label={t("my-page:tools.video")} />
        ) : video ? (
          <iframe
            src={video.src}
            title={t("my-page:tools.video")}
            allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
            referrerPolicy="strict-origin-when-cross-origin"
          />
        ) : (
          <div className="contents" data-ground="night">
            <img className="video__stars" src="/art/stars.svg" width={1600} height={700} alt="" />
            <img className="video__art" src="/art/island-2.svg" width={560} height={560} alt="" />
            <div className="video__text">
              <h3>{t("my-page:tools.video")}</h3>
              <p>{isConfigured ? t("my-page:tools.plays") : t("my-page:tools.coming")}</p>
              {isConfigured ? (
                <ButtonLink to={`${paths.myPage.tools}?play=1`} icon="play" preventScrollReset>
                  {t("my-page:tools.play")}
                </ButtonLink>
              ) : null}
            </div>
          </div>
        )}
      </div>
    </section>
  );
}

export function ErrorBoundary() {
  return <PartError error={useRouteError()} />;
}
