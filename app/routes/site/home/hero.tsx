import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { ButtonLink, TextLink } from "~/components/page/button-link";
import { Icon } from "~/components/text/icon";
import { SectionEdge } from "~/components/page/section-edge";
import { paths } from "~/domain/paths";
import { HeroVideo, tallScreen } from "./hero-video";

interface HeroProps {
  still: boolean;
  onStill: (still: boolean) => void;
}

/**
 * The first screen: the picture is in the page from the start, the film comes over it later. The switch is a
 * checkbox, so that CSS can stop everything that moves on the page without a script.
 */
export function Hero({ still, onStill }: HeroProps) {
  const { t } = useTranslation(["home", "common"]);
  const box = useRef<HTMLInputElement>(null);

  // The box may have been ticked before the scripts came, or by the browser going back.
  useEffect(() => {
    if (box.current?.checked) onStill(true);
  }, [onStill]);

  return (
    <section className="hero" data-ground="night" data-under-header aria-labelledby="hero-title">
      <picture>
        <source media={tallScreen} type="image/avif" srcSet="/media/hero-portrait-poster.avif" />
        <source media={tallScreen} srcSet="/media/hero-portrait-poster.webp" />
        <source type="image/avif" srcSet="/media/hero-poster.avif" />
        <img
          className="hero__scene"
          src="/media/hero-poster.webp"
          width={1600}
          height={900}
          alt=""
          // React 18 knows the attribute only in lower case.
          {...{ fetchpriority: "high" }}
        />
      </picture>
      <HeroVideo still={still} />
      <div className="wrap hero__copy">
        <h1 id="hero-title">
          <span>{t("home:hero.line1")}</span> <span>{t("home:hero.line2")}</span>
        </h1>
        <p className="hero__lead">{t("home:hero.lead")}</p>
        <p className="hero__do">
          <ButtonLink to={paths.download} size="big" icon="arrow-right">
            {t("home:hero.access")}
          </ButtonLink>
          <TextLink to={paths.introduction}>{t("home:hero.about")}</TextLink>
        </p>
      </div>
      <label className="pause hero__pause">
        <input
          ref={box}
          className="sr"
          type="checkbox"
          id="still"
          onChange={(event) => onStill(event.currentTarget.checked)}
        />
        <Icon name="pause" size={18} className="pause__on" />
        <Icon name="play" size={18} className="pause__off" />
        {t("common:button.pause")}
      </label>
      <SectionEdge />
    </section>
  );
}
