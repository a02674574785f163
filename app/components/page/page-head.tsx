import type { ReactNode } from "react";

/** A group of people, 640 px wide: public/art/heads, drawn by brand/art/people/dao.mjs. */
type Group = "dao-home" | "dao-suggestions" | "dao-voters" | "dao-members" | "dao-debate";

/** A group, or a person in the head of a task page: public/art/stand, drawn by brand/art/people/tasks.mjs. */
type HeadFigure = Group | "faq" | "inquiry" | "news" | "store" | "lantern";

export interface PageHeadProps {
  title?: ReactNode;
  lead?: ReactNode;
  /** Picture in a head without `size`, 1600 px wide: public/art/heads, drawn by brand/art/people/heads.mjs. */
  picture?: "download" | "introduction" | "legal" | "store";
  /** Person or group in a head with `size`, at every width. */
  figure?: HeadFigure | undefined;
  /** `task`: low head for pages with a task. `article`: the same, for a title that is a sentence. */
  size?: "article" | "task" | undefined;
  children?: ReactNode;
}

/** Dark head of every inner page. It extends behind the site header. */
export function PageHead({ title, lead, picture, figure, size, children }: PageHeadProps) {
  const stars = <img className="head__stars" src="/art/stars.svg" width={1600} height={700} alt="" />;
  const words = (
    <>
      {title === undefined ? null : <h1>{title}</h1>}
      {lead ? (
        <p className="head__lead" data-marked="">
          {lead}
        </p>
      ) : null}
      {children}
    </>
  );
  if (!size) {
    return (
      <div className="head" data-ground="night" data-under-header>
        {stars}
        {picture ? (
          <img className="head__scene" src={`/art/heads/${picture}.svg`} width={1600} height={400} alt="" />
        ) : null}
        <div className="wrap head__text">{words}</div>
        <span className="mist" aria-hidden="true" />
      </div>
    );
  }
  const isGroup = figure?.startsWith("dao-");
  const look = [
    "task-head",
    size === "article" && "task-head--article",
    isGroup && `task-head--group task-head--${figure}`,
  ];
  return (
    <div className={look.filter(Boolean).join(" ")} data-ground="night" data-under-header>
      {stars}
      <div className="wrap task-head__in">
        <div className="task-head__text">{words}</div>
        {isGroup ? (
          <img
            className="stand-group"
            src={`/art/heads/${figure}.svg`}
            width={640}
            height={figure === "dao-home" ? 264 : 232}
            alt=""
          />
        ) : figure === "lantern" ? (
          <img className="stand-lantern" src="/art/vote/lantern.svg" width={280} height={280} alt="" />
        ) : figure ? (
          <picture className="stand">
            <source
              media="(max-width: 719px)"
              srcSet={`/art/stand/${figure}-small.svg`}
              width={112}
              height={82}
            />
            <img src={`/art/stand/${figure}.svg`} width={360} height={142} alt="" />
          </picture>
        ) : null}
      </div>
      <Mist />
    </div>
  );
}

/**
 * Lower border of a low page head, which does not scale with the window: one horizon, and a bar with round ends at the
 * right, which carries the person.
 */
function Mist() {
  return (
    <svg className="mist-end mist-end--right" viewBox="0 0 240 46" aria-hidden="true">
      <path className="mist-end__ground" d="M-4000 50V38H4000V50Z" />
      <path d="M75 38h10a5 5 0 0 0 0-10H14a14 14 0 0 1 0-28H586a14 14 0 0 1 0 28H515a5 5 0 0 0 0 10h10v1H75z" />
    </svg>
  );
}

/**
 * Lower border of the gate: two bars that continue beyond the window, in the colour of the footer. The ground is the
 * left one's, so that the right one casts no shadow on the left bar.
 */
export function GateMist() {
  return (
    <>
      <svg className="mist-end mist-end--left mist-end--ink" viewBox="0 0 240 46" aria-hidden="true">
        <path d="M-4000 50V0H226a14 14 0 0 1 0 28h-76a5 5 0 0 0 0 10H4000V50Z" />
      </svg>
      <svg className="mist-end mist-end--right mist-end--ink" viewBox="0 0 240 46" aria-hidden="true">
        <path d="M4000 50V0H14a14 14 0 0 0 0 28h66a5 5 0 0 1 0 10H0V50Z" />
      </svg>
    </>
  );
}
