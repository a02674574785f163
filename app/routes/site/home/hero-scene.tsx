import { type ComponentProps, type CSSProperties, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { film } from "#brand/brand.json";
import { savesData } from "~/components/document/prefetch";
import { Art, ButtonLink, Icon, TextLink } from "~/components/text/elements";
import { paths } from "~/domain/paths";

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
function HeroVideo({ still }: { still: boolean }) {
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

/**
 * Returns the CSS variables of a position in the scene, in units of the main island's drawing (1010 × 955, its upper
 * left corner at -70, 45).
 */
const unit = (x: number, y: number, w: number, h?: number): CSSProperties =>
  ({ "--x": x, "--y": y, "--w": w, ...(h === undefined ? {} : { "--h": h }) }) as CSSProperties;

const lanterns = [
  [434, 407],
  [460, 414],
  [486, 414],
  [512, 407],
] as const;

interface DrawingProps extends Pick<ComponentProps<typeof Art>, "name" | "width" | "height" | "className"> {
  at?: CSSProperties;
  /** The drawing is not visible in every composition; it is loaded lazily. */
  spare?: boolean;
}

const Drawing = ({ name, at, className = "isle__part", spare, ...size }: DrawingProps) => (
  <Art
    {...size}
    className={className}
    name={`stage/${name}`}
    loading={spare ? "lazy" : undefined}
    style={at}
  />
);

/** Draws the scene. All of it is decoration and not needed to understand the page. */
function HeroScene({ still }: { still: boolean }) {
  return (
    <>
      <div className="stage__outer">
        <Drawing className="far" name="tree-island-far" width={364} height={408} spare />
      </div>
      <div className="stage__nook">
        <div className="near">
          <Drawing className="near__island" name="windmill-island" width={510} height={496} spare />
          <Drawing className="sails" name="windmill-sails" width={148} height={148} spare />
        </div>
      </div>
      <div className="bank bank--far" />
      <div className="stage__scene">
        <div className="isle">
          <HeroVideo still={still} />
          <div className="balloon">
            <Drawing name="balloon" width={144} height={212} at={unit(-6, 176, 76)} />
          </div>
          <div className="isle__bob">
            <i className="isle__part beam" style={unit(-62, 40, 512, 136)} />
            <Drawing className="isle__land" name="main-island" width={1010} height={955} />
            <i className="isle__part glow lamp" style={unit(401, 54, 108)} />
            <i className="isle__part glow" style={unit(-76, 360, 80)} />
            {lanterns.map(([x, y], i) => (
              <i
                key={x}
                className="isle__part glow lit"
                style={{ ...unit(x, y, 56), "--i": i } as CSSProperties}
              />
            ))}
            <Drawing name="kon" width={64} height={64} at={unit(52, 419, 35)} />
            <Drawing
              className="isle__part wave"
              name="nagi-arm"
              width={44}
              height={60}
              at={unit(-20, 382.4, 26.4)}
            />
            <Drawing name="nagi" width={110} height={150} at={unit(-19, 364.4, 66)} />
            <Drawing
              className="isle__part pole"
              name="akari-arm"
              width={74}
              height={130}
              at={unit(541.6, 402, 45)}
            />
            <Drawing
              className="isle__part flip"
              name="akari"
              width={110}
              height={150}
              at={unit(558, 409, 66)}
            />
          </div>
        </div>
      </div>
      <div className="bank" />
      <div className="stage__edge" />
    </>
  );
}

/**
 * Shows the hero. Text and scene are cells of one grid, so that they cannot overlap at any language, window or text
 * size (stage.css). The pause switch is a checkbox, so that CSS can stop all motion without scripts.
 * tests/e2e/images-on/stage.spec.ts checks that no text meets a drawing.
 */
export function Hero({ still, onStill }: { still: boolean; onStill: (still: boolean) => void }) {
  const { t } = useTranslation(["home", "common"]);
  const box = useRef<HTMLInputElement>(null);

  // The checkbox may have been checked before hydration, or restored by the browser on back navigation.
  useEffect(() => {
    if (box.current?.checked) onStill(true);
  }, [onStill]);

  return (
    <section className="stage" data-ground="night" data-under-header aria-labelledby="hero-title">
      <div className="stage__stars" />
      <div className="stage__words">
        <h1 className="lettered" id="hero-title">
          <span>{t("home:hero.line1")}</span> <span>{t("home:hero.line2")}</span>
        </h1>
        <p className="stage__lead" data-marked="">
          {t("home:hero.lead")}
        </p>
        <p className="stage__do">
          <ButtonLink to={paths.download} size="big" icon="arrow-right">
            {t("home:hero.access")}
          </ButtonLink>
          <TextLink to={paths.introduction}>{t("home:hero.about")}</TextLink>
        </p>
      </div>
      <HeroScene still={still} />
      <label className="pause stage__pause">
        <input
          ref={box}
          className="sr"
          type="checkbox"
          id="still"
          onChange={(event) => onStill(event.currentTarget.checked)}
        />
        <Icon name="pause" size={18} className="pause__on" />
        <Icon name="play" size={18} className="pause__off" />
        <span className="stage__pause-name">{t("common:button.pause")}</span>
      </label>
    </section>
  );
}
