import type { ReactNode } from "react";
import { SectionEdge } from "./section-edge";

/** The scenes of the page heads, one for each area: public/art/heads, drawn by art/people/heads.mjs. */
export type HeadScene =
  | "account"
  | "dao"
  | "download"
  | "introduction"
  | "legal"
  | "my-page"
  | "news"
  | "store"
  | "support";

export interface PageHeadProps {
  /** The page's one h1; a page whose h1 stands further down leaves it out. */
  title?: ReactNode;
  /** One or two sentences below it. */
  lead?: ReactNode;
  /**
   * What happens at the right; it belongs to the area, so that one knows where one is. Without one the page has a
   * picture of its own there.
   */
  scene?: HeadScene | undefined;
  /** `task`: half as high, where one came to do something. `article`: its title is a sentence, so it is set smaller. */
  size?: "article" | "task" | undefined;
  /** More under the lead, still on night: a link back, a date. */
  children?: ReactNode;
}

/** The short night at the top of every inner page. It runs up under the header. */
export function PageHead({ title, lead, scene, size, children }: PageHeadProps) {
  return (
    <div className={size ? `head head--${size}` : "head"} data-ground="night" data-under-header>
      <img className="head__stars" src="/art/stars.svg" width={1600} height={700} alt="" />
      {scene ? (
        <img className="head__scene" src={`/art/heads/${scene}.svg`} width={1600} height={400} alt="" />
      ) : null}
      <div className="wrap head__text">
        {title === undefined ? null : <h1>{title}</h1>}
        {lead ? (
          <p className="head__lead" data-marked="">
            {lead}
          </p>
        ) : null}
        {children}
      </div>
      <SectionEdge />
    </div>
  );
}
