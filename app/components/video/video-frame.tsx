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
  /** The picture on the poster: a scene, 960 × 720. */
  art: string;
}

/**
 * A video that its visitor starts: until then a poster stands here, and nobody else is asked for anything. Playing is
 * a link to the same page with the player in it, so it needs no script. Where there is no video yet, its words stand
 * beside the picture.
 */
export function VideoFrame({ view: { isConfigured, video }, title, playHref, art }: VideoFrameProps) {
  const { t } = useTranslation("common");
  if (!isConfigured) {
    return (
      <div className="panel video-soon" id="video">
        <img src={art} width={960} height={720} alt="" loading="lazy" />
        <div>
          <h3>{title}</h3>
          <p>{t("video.coming")}</p>
        </div>
      </div>
    );
  }
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
          <img className="video__art" src={art} width={960} height={720} alt="" loading="lazy" />
          <div className="video__text">
            <h3>{title}</h3>
            <p>{t("video.plays")}</p>
            <ButtonLink to={playHref} icon="play" preventScrollReset>
              {t("video.play")}
            </ButtonLink>
          </div>
        </div>
      )}
    </div>
  );
}
