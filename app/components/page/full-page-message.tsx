import type { ReactNode } from "react";
import { SectionEdge } from "./section-edge";

/** Scenes of the page heads: an empty place, and the lighthouse under repair. Only their right half is visible here. */
type Scene = "not-found" | "trouble";

interface FullPageMessageProps {
  title: string;
  number?: string;
  text?: ReactNode;
  scene: Scene;
  children?: ReactNode;
  action?: ReactNode;
}

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
