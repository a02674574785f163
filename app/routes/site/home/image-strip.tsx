import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "~/components/text/elements";
import { useHydrated } from "~/components/document/use-hydrated";

interface StripProps {
  title: string;
  titleId: string;
  label: string;
  className: string;
  /** Next to the buttons: a link to the whole list. */
  more?: ReactNode;
  lead?: ReactNode;
  children: ReactNode;
}

/** A heading and a row that scrolls sideways and snaps. Scripts add the previous and next buttons. */
export function Strip({ title, titleId, label, className, more, lead, children }: StripProps) {
  const { t } = useTranslation("common");
  const hydrated = useHydrated();
  const view = useRef<HTMLDivElement>(null);
  const [ends, setEnds] = useState({ start: true, end: false });

  useEffect(() => {
    const element = view.current;
    if (!element) return;
    const measure = () => {
      // Tolerates rounding of up to 2 px.
      const start = element.scrollLeft < 2;
      const end = element.scrollLeft + element.clientWidth > element.scrollWidth - 2;
      setEnds((old) => (old.start === start && old.end === end ? old : { start, end }));
    };
    measure();
    element.addEventListener("scroll", measure, { passive: true });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      element.removeEventListener("scroll", measure);
      observer.disconnect();
    };
  }, []);

  // aria-disabled instead of `disabled`: the button keeps the focus when the row reaches an end.
  const steps = [
    { direction: -1, name: "previous", icon: "arrow-left", isOver: ends.start },
    { direction: 1, name: "next", icon: "arrow-right", isOver: ends.end },
  ] as const;
  const step = (direction: 1 | -1) => {
    const element = view.current;
    const first = element?.querySelector("li");
    if (!element || !first) return;
    const whole = Math.max(1, Math.floor(element.clientWidth / first.offsetWidth));
    element.scrollBy({ left: direction * whole * (first.offsetWidth + 16), behavior: "smooth" });
  };

  return (
    <>
      <div className="wrap sec__head">
        <h2 className="lettered" id={titleId}>
          {title}
        </h2>
        <div className="sec__do">
          {more}
          {steps.map(({ direction, name, icon, isOver }) => (
            <button
              key={name}
              type="button"
              className="icon-btn"
              data-needs-script={hydrated ? undefined : ""}
              aria-disabled={isOver}
              aria-label={t(`button.${name}`)}
              onClick={() => (isOver ? undefined : step(direction))}
            >
              <Icon name={icon} />
            </button>
          ))}
        </div>
      </div>
      {lead ? <div className="wrap strip__lead">{lead}</div> : null}
      {/* Focusable, so that the arrow keys scroll it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={`strip ${className}`} ref={view} role="region" aria-label={label} tabIndex={0}>
        <ul>{children}</ul>
      </div>
    </>
  );
}
