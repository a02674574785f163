import { type ComponentProps, type CSSProperties, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { IslandPicture } from "~/components/layout/island-picture";
import { Art, ButtonLink, Icon, Link, TextLink } from "~/components/text/elements";
import { paths } from "~/domain/paths";
import { HeroFilm } from "./hero-film";
import { FarSky, lanterns, Lights } from "./hero-lights";

/**
 * Returns the CSS variables of a position in the scene, in units of the main island's drawing (1010 × 955, its upper
 * left corner at -70, 45).
 */
const unit = (x: number, y: number, w: number, h?: number): CSSProperties =>
  ({ "--x": x, "--y": y, "--w": w, ...(h === undefined ? {} : { "--h": h }) }) as CSSProperties;

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

/** Leads to My page by the member's island, the same picture as there. */
function MyIsland() {
  const { t } = useTranslation("home");
  return (
    <Link className="mine" to={paths.myPage.root}>
      <IslandPicture />
      <span className="mine__call">
        {t("hero.mine")} <Icon name="arrow-right" size={18} />
      </span>
    </Link>
  );
}

/** Draws the scene. All of it is decoration and not needed to understand the page. */
function HeroScene({ lit, isMember }: { lit: number; isMember: boolean }) {
  return (
    <>
      <div className="stage__outer">
        <Drawing className="far" name="tree-island-far" width={364} height={408} spare />
      </div>
      <div className="stage__nook">
        {isMember ? (
          <MyIsland />
        ) : (
          <div className="near">
            <Drawing className="near__island" name="windmill-island" width={510} height={496} spare />
            <Drawing className="sails" name="windmill-sails" width={148} height={148} spare />
          </div>
        )}
      </div>
      <div className="bank bank--far" />
      <div className="stage__scene">
        <div className="isle">
          <i className="orb" />
          <FarSky />
          <div className="balloon">
            <Drawing name="balloon" width={144} height={212} at={unit(-6, 176, 76)} />
          </div>
          <div className="isle__bob">
            <div className="light-house">
              <i className="isle__part beam" style={unit(-62, 40, 512, 136)} />
            </div>
            <Drawing className="isle__land" name="main-island" width={1010} height={955} />
            <div className="light-house">
              <i className="isle__part glow lamp" style={unit(401, 54, 108)} />
            </div>
            {lanterns.map(([x, y, scale], i) => (
              <i
                key={x}
                className="isle__part glow halo"
                style={{ ...unit(x - 30 * scale, y - 20 * scale, 60 * scale), "--i": i } as CSSProperties}
              />
            ))}
            <Lights lit={lit} />
            <Drawing name="kon" width={64} height={64} at={unit(52, 419, 35)} />
            <Drawing
              className="isle__part wave"
              name="nagi-arm"
              width={44}
              height={60}
              at={unit(-20, 382.4, 26.4)}
            />
            <Drawing name="nagi" width={110} height={150} at={unit(-19, 364.4, 66)} />
            <div className="akari">
              <Drawing className="pole" name="akari-arm" width={74} height={130} />
              <Drawing className="flip" name="akari" width={110} height={150} />
            </div>
          </div>
        </div>
      </div>
      <div className="bank" />
      <div className="stage__edge" />
    </>
  );
}

interface HeroProps {
  /** Number of lit windows; null if it is unknown. Without any, no sentence says it. */
  lit: number | null;
  isMember: boolean;
  still: boolean;
  onStill: (still: boolean) => void;
}

/**
 * Shows the hero. Text and scene are cells of one grid, so that they cannot overlap at any language, window or text
 * size (stage.css). The pause switch is a checkbox, so that CSS can stop all motion without scripts.
 * tests/e2e/images-on/stage.spec.ts checks that no text meets a drawing.
 */
export function Hero({ lit, isMember, still, onStill }: HeroProps) {
  const { t } = useTranslation(["home", "common"]);
  const box = useRef<HTMLInputElement>(null);

  // The checkbox may have been checked before hydration, or restored by the browser on back navigation.
  useEffect(() => {
    if (box.current?.checked) onStill(true);
  }, [onStill]);

  return (
    <section
      className={isMember ? "stage stage--member" : "stage"}
      data-ground="night"
      data-under-header
      aria-labelledby="hero-title"
    >
      <div className="stage__stars" />
      <HeroFilm still={still} />
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
        {lit ? <p className="stage__lit">{t("home:hero.lit", { count: lit })}</p> : null}
      </div>
      <HeroScene lit={lit ?? 0} isMember={isMember} />
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
