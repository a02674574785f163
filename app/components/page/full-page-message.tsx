import type { ReactNode } from "react";
import { SectionEdge } from "./section-edge";

const scenes = {
  "404": { src: "/art/scene-404.svg", width: 900, height: 490 },
  island: { src: "/art/island-3.svg", width: 420, height: 430 },
} as const;

interface FullPageMessageProps {
  title: string;
  text?: ReactNode;
  art?: keyof typeof scenes;
  /** More than the text: a list of facts, the request's number. */
  children?: ReactNode;
  /** Where to go from here. */
  action?: ReactNode;
}

/** A whole page under the night sky, for where there is nothing else to show: 404, an error. */
export function FullPageMessage({ title, text, art = "island", children, action }: FullPageMessageProps) {
  const scene = scenes[art];
  return (
    <div className="lost" data-ground="night" data-under-header>
      <img className="head__stars" src="/art/stars.svg" width={1600} height={700} alt="" />
      <img className={`lost__art lost__art--${art}`} {...scene} alt="" />
      <h1>{title}</h1>
      {text ? <p>{text}</p> : null}
      {children}
      {action ? <div className="lost__do">{action}</div> : null}
      <SectionEdge color="ink" />
    </div>
  );
}
