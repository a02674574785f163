import type { ReactNode } from "react";

interface FullPageMessageProps {
  title: string;
  number?: string;
  text: ReactNode;
  /** Picture of a page head; only its right half is visible. */
  scene: "not-found" | "trouble";
  children?: ReactNode;
  action: ReactNode;
}

export function FullPageMessage({ title, number, text, scene, children, action }: FullPageMessageProps) {
  return (
    <div className="lost" data-ground="night" data-under-header>
      <img className="head__stars" src="/art/stars.svg" width={1600} height={700} alt="" />
      <img className="lost__art" src={`/art/heads/${scene}.svg`} width={1600} height={400} alt="" />
      {number ? <p className="lost__number num">{number}</p> : null}
      <h1>{title}</h1>
      <p>{text}</p>
      {children}
      <div className="lost__do">{action}</div>
      <span className="mist mist--ink" aria-hidden="true" />
    </div>
  );
}
