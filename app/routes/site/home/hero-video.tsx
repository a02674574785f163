import { useEffect, useRef, useState } from "react";
import { savesData } from "~/components/document/saves-data";

/** What browsers tell of the connection, where they do. */
interface Connection {
  effectiveType?: string;
}

/** The film costs up to half a MB, so it only comes where that costs the visitor nothing. */
function mayPlay(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection };
  return (
    !matchMedia("(prefers-reduced-motion: reduce)").matches &&
    !savesData() &&
    !/2g|3g/.test(connection?.effectiveType ?? "")
  );
}

/**
 * The sky behind the islands: its first picture is in the page from the start, the loop comes over it later. Both
 * are pinned to the island, so the moon always stands behind its pines. Without scripts there is no film, and
 * nothing is missing.
 */
export function HeroVideo({ still }: { still: boolean }) {
  const video = useRef<HTMLVideoElement>(null);
  const [wanted, setWanted] = useState(false);

  // Only when the page has all it needs: the film must not compete with anything.
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
  }, [wanted, still]);

  return (
    <>
      <img
        className="isle__film"
        src="/media/hero-poster.webp"
        width={1500}
        height={1100}
        alt=""
        // React 18 knows the attribute only in lower case.
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
