import { useTranslation } from "react-i18next";
import type { VideoView } from "~/domain/video";
import { ButtonLink } from "../page/button-link";
import { Player } from "./player";
import "./video.css";

interface VideoFrameProps {
  view: VideoView;
  title: string;
  /** This page, with the player in it. */
  playHref: string;
  /** The picture on the poster, 560 px square. */
  art: string;
}

/**
 * A video that its visitor starts: until then a poster stands here, and nobody else is asked for anything. Playing is
 * a link to the same page with the player in it, so it needs no script.
 */
export function VideoFrame({ view: { isConfigured, video }, title, playHref, art }: VideoFrameProps) {
  const { t } = useTranslation("common");
  return (
    <div className="video" id="video">
      {video ? (
        <Player {...video} title={title} />
      ) : (
        <div className="contents" data-ground="night">
          <img
            className="video__stars"
            src="/art/stars.svg"
            width={1600}
            height={700}
            alt=""
            loading="lazy"
          />
          <img className="video__art" src={art} width={560} height={560} alt="" loading="lazy" />
          <div className="video__text">
            <h3>{title}</h3>
            <p>{isConfigured ? t("video.plays") : t("video.coming")}</p>
            {isConfigured ? (
              <ButtonLink to={playHref} icon="play" preventScrollReset>
                {t("video.play")}
              </ButtonLink>
            ) : null}
          </div>
        </div>
      )}
    </div>
  );
}
