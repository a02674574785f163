import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { Video } from "~/domain/video";

/**
 * Video player. After a client-side navigation it takes the focus, because the pressed link is gone; on a page load it
 * does not.
 */
export function Player({ kind, src, title }: Video & { title: string }) {
  const wasPressed = useLocation().key !== "default";
  const element = useRef<HTMLElement | null>(null);
  useEffect(() => {
    if (wasPressed) element.current?.focus({ preventScroll: true });
  }, [wasPressed]);
  const take = (node: HTMLElement | null) => {
    element.current = node;
  };
  return kind === "file" ? (
    // The videos have no speech, so captions would be empty.
    // oxlint-disable-next-line jsx-a11y/media-has-caption
    <video ref={take} src={src} controls autoPlay playsInline aria-label={title} />
  ) : (
    <iframe
      ref={take}
      src={src}
      title={title}
      allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
      referrerPolicy="strict-origin-when-cross-origin"
    />
  );
}
