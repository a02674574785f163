import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { savesData } from "~/components/document/prefetch";
import { Art, Facts, TextLink } from "~/components/text/elements";
import { paths } from "~/domain/paths";

const facts = ["first", "second", "third"] as const;

/**
 * React hook that animates an element in when its top reaches 70 % of the window's height (specification, section 9).
 * The waiting element is shifted, never invisible.
 */
function useReveal(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const target = element.current;
    if (!target || savesData()) return;
    // Skip elements already in view: hiding them first would flash.
    if (target.getBoundingClientRect().top < innerHeight) return;
    target.classList.add("is-waiting");
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        target.classList.remove("is-waiting");
        observer.disconnect();
      },
      { rootMargin: "0px 0px -30% 0px" },
    );
    observer.observe(target);
    return () => observer.disconnect();
  }, [element]);
}

/** Shows the two slides that animate in on scroll: making things and deciding together. */
export function Slides() {
  return (
    <div className="sec slides wrap">
      <Slide name="make" to={paths.introduction}>
        <Art className="window" name="reveal-window" width={600} height={660} decoding="async" />
      </Slide>
      <Slide name="decide" to={paths.dao.root} flipped>
        <Porthole />
      </Slide>
    </div>
  );
}

interface SlideProps {
  name: "make" | "decide";
  to: string;
  flipped?: boolean;
  children: ReactNode;
}

function Slide({ name, to, flipped, children }: SlideProps) {
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
        <Facts
          rows={facts.map(
            (fact) => [t(`home:${name}.${fact}.name`), t(`home:${name}.${fact}.text`)] as const,
          )}
        />
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
            <Art className="porthole__moon" name="moon" width={520} height={520} />
            <img
              className="porthole__post"
              src="/art/heads/news.svg#svgView(viewBox(900,60,700,340))"
              width={700}
              height={340}
              alt=""
              loading="lazy"
            />
            <Art className="porthole__mist" name="mist-near" width={2400} height={258} />
          </span>
        </span>
      </span>
    </div>
  );
}
