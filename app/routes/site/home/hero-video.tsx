import { useEffect, useRef, useState } from "react";

/** Screens that get the tall picture and the tall film. */
export const tallScreen = "(max-aspect-ratio: 4/5)";

/** What browsers tell of the connection, where they do. */
interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** The film costs up to 1 MB, so it only comes where that costs the visitor nothing. */
function mayPlay(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection };
  return (
    !matchMedia("(prefers-reduced-motion: reduce)").matches &&
    !connection?.saveData &&
    !/2g|3g/.test(connection?.effectiveType ?? "")
  );
}

/** The looping film over the hero's picture: without scripts there is none, and nothing is missing. */
export function HeroVideo({ still }: { still: boolean }) {
  const video = useRef<HTMLVideoElement>(null);
  const [name, setName] = useState<string>();

  // Only when the page has all it needs: the film must not compete with anything.
  useEffect(() => {
    if (!mayPlay()) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const start = () => {
      timer = setTimeout(() => setName(matchMedia(tallScreen).matches ? "hero-portrait" : "hero"), 1200);
    };
    if (document.readyState === "complete") start();
    else window.addEventListener("load", start, { once: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener("load", start);
    };
  }, []);

  // It rests while it is out of sight, and while the visitor wants stillness.
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    // A refusal to play (power saving, a policy) leaves the picture, which is all the film would show.
    const play = () => void element.play().catch(() => element.removeAttribute("data-playing"));
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting && !still) play();
      else element.pause();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [name, still]);

  if (!name) return null;
  return (
    <video
      ref={video}
      className="hero__scene hero__film"
      muted
      loop
      playsInline
      preload="auto"
      aria-hidden="true"
      tabIndex={-1}
      onPlaying={(event) => event.currentTarget.setAttribute("data-playing", "")}
    >
      <source src={`/media/${name}.mp4`} type="video/mp4" />
      <source src={`/media/${name}.webm`} type="video/webm" />
    </video>
  );
}
