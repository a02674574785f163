import type { ReactNode } from "react";

/** The end of a way: what was done, and where it goes on. */
export function DonePanel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="panel form-panel">
      <img src="/art/island-3.svg" width={200} height={205} alt="" className="mx-auto" />
      <h2>{title}</h2>
      {children}
    </section>
  );
}
