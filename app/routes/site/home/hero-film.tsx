import { useEffect, useRef, useState } from "react";
import { film } from "#brand/brand.json";
import { savesData } from "~/components/document/prefetch";

/** Returns false with reduced motion, save-data or a slow connection. */
function mayPlay(): boolean {
  // Network Information API, which not all browsers support.
  const { connection } = navigator as Navigator & { connection?: { effectiveType?: string } };
  return (
    film &&
    !matchMedia("(prefers-reduced-motion: reduce)").matches &&
    !savesData() &&
    !/2g|3g/.test(connection?.effectiveType ?? "")
  );
}

/** Returns the film of the sky that the page shows: of the day if it has no stars. */
const filmOfSky = () =>
  getComputedStyle(document.documentElement).getPropertyValue("--stars").trim() === "0" ? "hero-day" : "hero";

/** Light on black, which CSS adds to the drawn sky: with scripts, a looping film that starts after the page. */
export function HeroFilm({ still }: { still: boolean }) {
  const video = useRef<HTMLVideoElement>(null);
  const [name, setName] = useState<string>();

  // Waits 1200 ms after the load event, so that the film does not compete with other downloads.
  useEffect(() => {
    if (!mayPlay()) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const start = () => {
      timer = setTimeout(() => setName(filmOfSky()), 1200);
    };
    if (document.readyState === "complete") start();
    else window.addEventListener("load", start, { once: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener("load", start);
    };
  }, []);

  // Pauses the film while it is out of view or `still` is set.
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    // If the browser refuses to play (power saving, a policy), the drawn sky is complete.
    const play = () => void element.play().catch(() => element.removeAttribute("data-playing"));
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting && !still) play();
      else element.pause();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [name, still]);

  return name ? (
    <video
      ref={video}
      className="stage__film"
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
  ) : null;
}
