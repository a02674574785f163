import { type ReactNode, useRef } from "react";
import { useTranslation } from "react-i18next";
import { TextLink } from "~/components/page/button-link";
import { paths } from "~/domain/paths";
import { useReveal } from "./use-reveal";

const facts = ["first", "second", "third"] as const;

/** Shows the two slides that animate in on scroll: making things and deciding together. */
export function Slides() {
  return (
    <div className="sec slides wrap">
      <Slide name="make" to={paths.introduction}>
        <img
          className="window"
          src="/art/reveal-window.svg"
          width={600}
          height={660}
          alt=""
          loading="lazy"
          decoding="async"
        />
      </Slide>
      <Slide name="decide" to={paths.dao.root} flipped>
        <Porthole />
      </Slide>
    </div>
  );
}

function Slide({
  name,
  to,
  flipped = false,
  children,
}: {
  name: "make" | "decide";
  to: string;
  flipped?: boolean;
  children: ReactNode;
}) {
  const { t } = useTranslation(["home", "common"]);
  const section = useRef<HTMLElement>(null);
  useReveal(section);
  return (
    <section
      ref={section}
      className={flipped ? "slide slide--flipped" : "slide"}
      aria-labelledby={`${name}-title`}
    >
      <div className="slide__art">{children}</div>
      <div className="slide__text">
        <h2 className="lettered" id={`${name}-title`}>
          {t(`home:${name}.title`)}
        </h2>
        <p>{t(`home:${name}.text`)}</p>
        <dl className="facts">
          {facts.map((fact) => (
            <div key={fact}>
              <dt>{t(`home:${name}.${fact}.name`)}</dt>
              <dd>{t(`home:${name}.${fact}.text`)}</dd>
            </div>
          ))}
        </dl>
        <p>
          <TextLink to={to} icon="arrow-right" aria-describedby={`${name}-title`}>
            {t("common:button.more")}
          </TextLink>
        </p>
      </div>
    </section>
  );
}

/** Draws a round opening through four layers, with Nagi inside, who carries letters between islands. */
function Porthole() {
  return (
    <div className="porthole" aria-hidden="true">
      <span>
        <span>
          <span>
            <img
              className="porthole__moon"
              src="/art/moon.svg"
              width={520}
              height={520}
              alt=""
              loading="lazy"
            />
            <img
              className="porthole__post"
              src="/art/heads/news.svg#svgView(viewBox(900,60,700,340))"
              width={700}
              height={340}
              alt=""
              loading="lazy"
            />
            <img
              className="porthole__mist"
              src="/art/mist-near.svg"
              width={2400}
              height={258}
              alt=""
              loading="lazy"
            />
          </span>
        </span>
      </span>
    </div>
  );
}
