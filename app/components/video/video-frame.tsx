import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { VideoView, Video } from "~/domain/video";
import { Art, ButtonLink } from "../text/elements";
import "./video.css";

interface VideoFrameProps {
  view: VideoView;
  title: string;
  playHref: string;
  /** Picture on the poster, 960 × 720 px. */
  art: string;
}

/**
 * Video that the visitor starts. Until then it shows a poster, and no request goes to the video's host. Play is a link
 * to the same page with the player, so it needs no script. If no video is configured, a lower poster says so.
 */
export function VideoFrame({ view: { isConfigured, video }, title, playHref, art }: VideoFrameProps) {
  const { t } = useTranslation("common");
  return (
    <div className={isConfigured ? "video" : "video video--soon"} id="video">
      {video ? (
        <Player {...video} title={title} />
      ) : (
        <div className="contents" data-ground="night">
          <Art className="video__stars" name="stars" width={1600} height={700} />
          <img className="video__art" src={art} width={960} height={720} alt="" loading="lazy" />
          <div className="video__text">
            <h3>{title}</h3>
            <p>{t(isConfigured ? "video.plays" : "video.coming")}</p>
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

/** After a client-side navigation it takes the focus, because the pressed link is gone; on a page load it does not. */
function Player({ kind, src, title }: Video & { title: string }) {
  const wasPressed = useLocation().key !== "default";
  const element = useRef<HTMLVideoElement & HTMLIFrameElement>(null);
  useEffect(() => {
    if (wasPressed) element.current?.focus({ preventScroll: true });
  }, [wasPressed]);
  return kind === "file" ? (
    // The videos have no speech, so captions would be empty.
    // oxlint-disable-next-line jsx-a11y/media-has-caption
    <video ref={element} src={src} controls autoPlay playsInline aria-label={title} />
  ) : (
    <iframe
      ref={element}
      src={src}
      title={title}
      allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
      referrerPolicy="strict-origin-when-cross-origin"
    />
  );
}
