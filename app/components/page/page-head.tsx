import type { ReactNode } from "react";
import { MistEnds } from "./mist-ends";
import { SectionEdge } from "./section-edge";

/** The wide scenes, one for each area: public/art/heads, drawn by art/people/heads.mjs. */
type HeadScene = "account" | "my-page" | "download" | "introduction" | "legal" | "news" | "store";

/** Who stands in the head of a task: public/art/stand, drawn by art/people/tasks.mjs. */
type Person = "faq" | "inquiry" | "news" | "store";

/** Several people on a ground of their own, 640 wide, with their height: public/art/heads, art/people/dao.mjs. */
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
  /** The page's one h1; a page whose h1 stands further down leaves it out. */
  title?: ReactNode;
  /** One or two sentences below it. */
  lead?: ReactNode;
  /** What happens in a head without `size`. */
  scene?: HeadScene | undefined;
  /** Who stands in a head with `size`, at every width. */
  stand?: Stand | undefined;
  /** `task`: low, where one came to do something. `article`: the same, and its title is a sentence. */
  size?: "article" | "task" | undefined;
  /** More under the lead, still on night: a link back, a date. */
  children?: ReactNode;
}

/** The short night at the top of every inner page. It runs up under the header. */
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
