import type { ReactNode } from "react";
import { MistEnds } from "./mist-ends";
import { SectionEdge } from "./section-edge";

/** Wide scenes, one per area: public/art/heads, drawn by art/people/heads.mjs. */
type HeadScene = "account" | "my-page" | "download" | "introduction" | "legal" | "news" | "store";

/** Person in the head of a task page: public/art/stand, drawn by art/people/tasks.mjs. */
type Person = "faq" | "inquiry" | "news" | "store";

/** Groups of people, 640 px wide, with their height in px: public/art/heads, drawn by art/people/dao.mjs. */
const groups = {
  "dao-home": 264,
  "dao-suggestions": 232,
  "dao-voters": 232,
  "dao-members": 232,
  "dao-debate": 232,
};
type Group = keyof typeof groups;

type Stand = Person | Group;

const isGroup = (stand: Stand | undefined): stand is Group => stand !== undefined && stand in groups;

export interface PageHeadProps {
  /** The page's only h1; omitted if the page has its h1 elsewhere. */
  title?: ReactNode;
  lead?: ReactNode;
  /** Picture in a head without `size`. */
  scene?: HeadScene | undefined;
  /** Person or group in a head with `size`, at every width. */
  stand?: Stand | undefined;
  /** `task`: low head for pages with a task. `article`: the same, for a title that is a sentence. */
  size?: "article" | "task" | undefined;
  children?: ReactNode;
}

/** Dark head of every inner page. It extends behind the site header. */
export function PageHead({ title, lead, scene, stand, size, children }: PageHeadProps) {
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
        {scene ? (
          <img className="head__scene" src={`/art/heads/${scene}.svg`} width={1600} height={400} alt="" />
        ) : null}
        <div className="wrap head__text">{words}</div>
        <SectionEdge />
      </div>
    );
  }
  const look = [
    "task-head",
    size === "article" && "task-head--article",
    isGroup(stand) && `task-head--group task-head--${stand}`,
  ];
  return (
    <div className={look.filter(Boolean).join(" ")} data-ground="night" data-under-header>
      {stars}
      <div className="wrap task-head__in">
        <div className="task-head__text">{words}</div>
        {isGroup(stand) ? (
          <img
            className="stand-group"
            src={`/art/heads/${stand}.svg`}
            width={640}
            height={groups[stand]}
            alt=""
          />
        ) : stand ? (
          <picture className="stand">
            <source
              media="(max-width: 719px)"
              srcSet={`/art/stand/${stand}-small.svg`}
              width={112}
              height={82}
            />
            <img src={`/art/stand/${stand}.svg`} width={360} height={142} alt="" />
          </picture>
        ) : null}
      </div>
      <MistEnds />
    </div>
  );
}
