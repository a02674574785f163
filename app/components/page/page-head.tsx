import type { ReactNode } from "react";
import { SectionEdge } from "./section-edge";

interface Picture {
  src: string;
  width: number;
  height: number;
  place: "main" | "far" | "moon";
}

const island = { src: "/art/island-2.svg", width: 560, height: 560, place: "main" } as const;
const tree = { src: "/art/island-3.svg", width: 420, height: 430, place: "main" } as const;
const far = { ...tree, place: "far" } as const;
const moon = { src: "/art/moon.svg", width: 520, height: 520, place: "moon" } as const;

/** What floats in the head: one or two islands, so that one knows the world and is at work at once. */
const pictures = {
  windmill: [far, island],
  moon: [moon, far, island],
  tree: [{ ...island, place: "far" }, tree],
  balloon: [{ src: "/art/balloon.svg", width: 160, height: 230, place: "far" }, tree],
} satisfies Record<string, readonly Picture[]>;

interface PageHeadProps {
  /** The page's one h1. */
  title: ReactNode;
  /** One or two sentences below it. */
  lead?: ReactNode;
  art?: keyof typeof pictures;
  /** An article's title is a sentence, so it is set smaller. */
  size?: "article";
  /** More under the lead, still on night: a link back, a date. */
  children?: ReactNode;
}

/** The short night at the top of every inner page. It runs up under the header. */
export function PageHead({ title, lead, art = "windmill", size, children }: PageHeadProps) {
  return (
    <div className={size ? `head head--${size}` : "head"} data-ground="night" data-under-header>
      <img className="head__stars" src="/art/stars.svg" width={1600} height={700} alt="" />
      {pictures[art].map(({ src, width, height, place }) => (
        <img
          key={place}
          className={`head__art head__art--${place}`}
          src={src}
          width={width}
          height={height}
          alt=""
        />
      ))}
      <div className="wrap head__text">
        <h1>{title}</h1>
        {lead ? <p className="head__lead">{lead}</p> : null}
        {children}
      </div>
      <SectionEdge />
    </div>
  );
}
