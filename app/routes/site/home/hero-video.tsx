import { useEffect, useRef, useState } from "react";
import { film } from "#brand/brand.json";
import { savesData } from "~/components/document/prefetch";

/** Returns false with reduced motion, save-data or a slow connection: the video has up to 0.5 MB. */
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

/** The sky behind the islands: a poster image from the start, and with scripts a looping video over it later. */
export function HeroVideo({ still }: { still: boolean }) {
  const video = useRef<HTMLVideoElement>(null);
  const [wanted, setWanted] = useState(false);

  // Waits 1200 ms after the load event, so that the video does not compete with other downloads.
  useEffect(() => {
    if (!mayPlay()) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const start = () => {
      timer = setTimeout(() => setWanted(true), 1200);
    };
    if (document.readyState === "complete") start();
    else window.addEventListener("load", start, { once: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener("load", start);
    };
  }, []);

  // Pauses the video while it is out of view or `still` is set.
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    // If the browser refuses to play (power saving, a policy), the poster stays visible.
    const play = () => void element.play().catch(() => element.removeAttribute("data-playing"));
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting && !still) play();
      else element.pause();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [wanted, still]);

  return (
    <>
      <img
        className="isle__film"
        src="/media/hero-poster.webp"
        width={1500}
        height={1100}
        alt=""
        // React 18 accepts the attribute only in lower case.
        {...{ fetchpriority: "high" }}
      />
      {wanted ? (
        <video
          ref={video}
          className="isle__film isle__film--moving"
          muted
          loop
          playsInline
          preload="auto"
          aria-hidden="true"
          tabIndex={-1}
          onPlaying={(event) => event.currentTarget.setAttribute("data-playing", "")}
        >
          <source src="/media/hero.mp4" type="video/mp4" />
          <source src="/media/hero.webm" type="video/webm" />
        </video>
      ) : null}
    </>
  );
}
