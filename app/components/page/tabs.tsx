import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { Link } from "../text/link";

export interface Tab {
  to: string;
  label: ReactNode;
  count?: number | undefined;
  /** Default: true if the tab has the path of the page. */
  current?: boolean;
}

/** Links to the parts of a page, in a row that wraps. `evenly`: five short labels fill one line on a phone. */
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
