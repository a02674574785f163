import { type CSSProperties, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ButtonLink } from "~/components/text/elements";
import { paths } from "~/domain/paths";

const passes = ["entry", "voting", "suggestion", "business", "candidacy", "administration"] as const;

/** Specification, section 9: one step every 2 s while at least 75 % of the cards are in view. */
const STEP_MS = 2000;
const IN_VIEW = 0.75;

/**
 * Shows the six DAO passes. Without scripts it is a static fan, or a scrollable row in narrow windows. With scripts
 * the cards rotate while they are in view; hover, focus and the hero's switch pause them.
 */
export function Passes({ still }: { still: boolean }) {
  const { t } = useTranslation(["home", "common"]);
  const fan = useRef<HTMLDivElement>(null);
  const [turn, setTurn] = useState(0);
  const [held, setHeld] = useState(false);
  const [inView, setInView] = useState(false);
  const turning = inView && !still && !held;

  useEffect(() => {
    const element = fan.current;
    if (!element || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const observer = new IntersectionObserver(([entry]) => setInView(entry?.isIntersecting ?? false), {
      threshold: IN_VIEW,
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    if (!turning) return;
    const timer = setInterval(() => setTurn((now) => (now + 1) % passes.length), STEP_MS);
    return () => clearInterval(timer);
  }, [turning]);

  // In a narrow window the cards are a scrollable row; each step scrolls to the next card.
  useEffect(() => {
    const element = fan.current;
    const card = element?.querySelectorAll("li")[turn];
    if (!turning || !element || !card || element.scrollWidth <= element.clientWidth) return;
    const left = card.offsetLeft - (element.clientWidth - card.offsetWidth) / 2;
    element.scrollTo({ left, behavior: "smooth" });
  }, [turn, turning]);

  return (
    <section className="passes" data-ground="night" aria-labelledby="passes-title">
      <span className="mist mist--top" aria-hidden="true" />
      <div className="wrap passes__head">
        <h2 className="lettered" id="passes-title">
          {t("home:passes.title")}
        </h2>
        <p>{t("home:passes.text")}</p>
      </div>
      {/* Focusable, so that the arrow keys scroll the row. The other handlers only pause the rotation. */}
      {/* oxlint-disable jsx-a11y/no-noninteractive-tabindex */}
      <div
        className="fan"
        ref={fan}
        role="region"
        aria-label={t("home:passes.list")}
        tabIndex={0}
        onPointerEnter={() => setHeld(true)}
        onPointerLeave={() => setHeld(false)}
        onFocus={() => setHeld(true)}
        onBlur={() => setHeld(false)}
      >
        {/* oxlint-enable jsx-a11y/no-noninteractive-tabindex */}
        <ul>
          {passes.map((pass, index) => {
            // The position of the card in the fan, from -2.5 (left) to 2.5 (right). Initially in list order.
            const place = ((index - turn + passes.length) % passes.length) - (passes.length - 1) / 2;
            return (
              <li
                key={pass}
                className="pass"
                style={{ "--i": index - (passes.length - 1) / 2, "--a": place } as CSSProperties}
                data-end={Math.abs(place) > 2 ? "" : undefined}
              >
                <img src={`/art/pass-${pass}.svg`} width={300} height={400} alt="" loading="lazy" />
                <b>{t(`home:passes.${pass}.name`)}</b>
                <small>{t(`home:passes.${pass}.text`)}</small>
              </li>
            );
          })}
        </ul>
      </div>
      <div className="passes__do">
        <ButtonLink to={paths.dao.operatingMethod} look="line">
          {t("home:passes.more")}
        </ButtonLink>
      </div>
      <span className="mist" aria-hidden="true" />
    </section>
  );
}
