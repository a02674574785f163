import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { savesData } from "~/components/document/prefetch";
import { TextLink, Art, Facts } from "~/components/text/elements";
import { paths } from "~/domain/paths";

const narrow = "(width < 46rem)";

/**
 * Parallax banner between news and slides: its stars scroll more slowly than its letters. The lit letters are a
 * decorative drawing of a real heading, whose text is used by screen readers, in print and in forced-colors mode
 * (services.css).
 */
export function Services() {
  const { t } = useTranslation("home");
  return (
    <section className="serv" id="services" data-ground="night" aria-labelledby="services-title">
      <div className="serv__stars" />
      <div className="serv__in">
        <h2 className="serv__title" id="services-title" lang="en">
          <span className="serv__word">Our Services</span>
          <span className="serv__drawing">
            <i className="serv__glow" />
            <picture>
              <source media={narrow} srcSet="/art/stage/services-stacked.svg" width={356} height={286} />
              <Art className="serv__letters" name="stage/services-wide" width={1270} height={250} />
            </picture>
            <Art className="serv__sails" name="stage/services-sails" width={60} height={60} />
            <i className="serv__lamp" />
            <picture>
              <source
                media={narrow}
                srcSet="/art/stage/services-stacked-island.svg"
                width={108}
                height={152}
              />
              <Art className="serv__island" name="stage/services-wide-island" width={144} height={198} />
            </picture>
          </span>
        </h2>
        <p className="serv__sub">{t("services.text")}</p>
      </div>
      <span className="mist mist--top" aria-hidden="true" />
      <div className="bank" />
      <span className="mist" aria-hidden="true" />
    </section>
  );
}

const facts = ["first", "second", "third"] as const;

/**
 * React hook that animates an element in when its top reaches 70 % of the window's height (specification, section 9).
 * The waiting element is shifted, never invisible.
 */
function useReveal(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const target = element.current;
    if (!target || savesData()) return;
    let isWaiting = false;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry) return;
        // An element that is already in view stays: shifting it first would flash.
        const waits = !entry.isIntersecting && (isWaiting || entry.boundingClientRect.top >= innerHeight);
        if (waits) isWaiting = true;
        else observer.disconnect();
        target.classList.toggle("is-waiting", waits);
      },
      { rootMargin: "0px 0px -30% 0px" },
    );
    observer.observe(target);
    return () => observer.disconnect();
  }, [element]);
}

export const Slides = () => (
  <div className="sec slides wrap">
    <Slide name="make" to={paths.introduction}>
      <Art className="window" name="reveal-window" width={600} height={660} decoding="async" />
    </Slide>
    <Slide name="decide" to={paths.dao.root} flipped>
      <Porthole />
    </Slide>
  </div>
);

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

/** The eight collaborators, with the widths of their logos at a height of 60 px. */
const marks = [
  { id: 1, name: "Kumoi Works", width: 345 },
  { id: 2, name: "Tidewright", width: 246 },
  { id: 3, name: "hoshimori", width: 243 },
  { id: 4, name: "Anelo", width: 191 },
  { id: 5, name: "Orchard Nine", width: 203 },
  { id: 6, name: "marugoto", width: 235 },
  { id: 7, name: "Lanternfold", width: 240 },
  { id: 8, name: "Yagura", width: 242 },
] as const;

/** The second row has another order and speed, so that the same logos never stand below each other for long. */
const other = [3, 6, 1, 7, 4, 0, 5, 2].flatMap((i) => marks[i] ?? []);

/** Two rows of logos, which CSS scrolls in opposite directions. Screen readers read each name once. */
export function Collaborators() {
  const { t } = useTranslation("home");
  return (
    <section className="sec collab" aria-labelledby="collab-title">
      <div className="wrap collab__head">
        <h2 className="lettered" id="collab-title">
          {t("collaborators.title")}
        </h2>
      </div>
      <div className="marquee">
        <div className="marquee__row">
          <Row named marks={marks} />
          <Row marks={marks} />
        </div>
        <div className="marquee__row marquee__row--back" aria-hidden="true">
          <Row marks={other} />
          <Row marks={other} />
        </div>
      </div>
    </section>
  );
}

const Row = ({
  marks: shown,
  named = false,
}: {
  marks: readonly (typeof marks)[number][];
  named?: boolean;
}) => (
  <ul {...(named ? {} : { "aria-hidden": true })}>
    {shown.map(({ id, name, width }) => (
      <li key={id}>
        <Art name={`collaborator-${id}`} width={width} height={60} alt={named ? name : ""} />
      </li>
    ))}
  </ul>
);
