import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { ButtonLink, TextLink } from "~/components/page/button-link";
import { Icon } from "~/components/text/icon";
import { paths } from "~/domain/paths";
import { HeroScene } from "./hero-scene";

interface HeroProps {
  still: boolean;
  onStill: (still: boolean) => void;
}

/**
 * Shows the hero. Text and scene are cells of one grid, so that they cannot overlap at any language, window or text
 * size (stage.css). The pause switch is a checkbox, so that CSS can stop all motion without scripts.
 * tests/e2e/images-on/stage.spec.ts checks that no [data-text] meets a [data-solid].
 */
export function Hero({ still, onStill }: HeroProps) {
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
        <h1 className="lettered" id="hero-title" data-text="headline">
          <span>{t("home:hero.line1")}</span> <span>{t("home:hero.line2")}</span>
        </h1>
        <p className="stage__lead" data-text="lead" data-marked="">
          {t("home:hero.lead")}
        </p>
        <p className="stage__do">
          <ButtonLink to={paths.download} size="big" icon="arrow-right" data-text="button">
            {t("home:hero.access")}
          </ButtonLink>
          <TextLink to={paths.introduction} data-text="link">
            {t("home:hero.about")}
          </TextLink>
        </p>
      </div>
      <HeroScene still={still} />
      <label className="pause stage__pause" data-text="pause">
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
