import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { Link } from "../text/link";

export interface Tab {
  to: string;
  label: ReactNode;
  count?: number | undefined;
  /** Left out: the tab whose path this page has. */
  current?: boolean;
}

/** Links to the parts of one screen, in a row that wraps. `evenly`: five short words fill one line of a phone. */
export function Tabs({ label, items, evenly }: { label: string; items: Tab[]; evenly?: boolean }) {
  const { pathname } = useLocation();
  return (
    <nav aria-label={label} className={evenly ? "tabs tabs--evenly" : "tabs"}>
      {items.map(({ to, label: name, count, current = to.split("?")[0] === pathname }) => (
        <Link key={to} to={to} {...(current ? { "aria-current": "page" as const } : {})}>
          {name}
          {count === undefined ? null : <small>{count}</small>}
        </Link>
      ))}
    </nav>
  );
}
