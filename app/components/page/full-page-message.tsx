import type { ReactNode } from "react";
import { SectionEdge } from "./section-edge";

/** Of the page heads' scenes, whose right half is all the picture here: nobody there, the lighthouse under repair. */
type Scene = "not-found" | "trouble";

interface FullPageMessageProps {
  title: string;
  /** Above the title: the number that some know the page by. */
  number?: string;
  text?: ReactNode;
  scene: Scene;
  /** More than the text: a list of facts, the request's number. */
  children?: ReactNode;
  /** Where to go from here. */
  action?: ReactNode;
}

/** A whole page under the night sky, for where there is nothing else to show: 404, an error. */
export function FullPageMessage({ title, number, text, scene, children, action }: FullPageMessageProps) {
  return (
    <div className="lost" data-ground="night" data-under-header>
      <img className="head__stars" src="/art/stars.svg" width={1600} height={700} alt="" />
      <img className="lost__art" src={`/art/heads/${scene}.svg`} width={1600} height={400} alt="" />
      {number ? <p className="lost__number num">{number}</p> : null}
      <h1>{title}</h1>
      {text ? <p>{text}</p> : null}
      {children}
      {action ? <div className="lost__do">{action}</div> : null}
      <SectionEdge color="ink" />
    </div>
  );
}
