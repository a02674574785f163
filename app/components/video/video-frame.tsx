import { useTranslation } from "react-i18next";
import type { VideoView } from "~/domain/video";
import { ButtonLink } from "../page/button-link";
import { Player } from "./player";
import "./video.css";

interface VideoFrameProps {
  view: VideoView;
  title: string;
  /** URL of this page with the player. */
  playHref: string;
  /** Picture on the poster, 960 × 720 px. */
  art: string;
}

/**
 * Video that the visitor starts. Until then it shows a poster, and no request goes to the video's host. Play is a link
 * to the same page with the player, so it needs no script. If no video is configured, it shows the picture and a text.
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
