import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { Link } from "../text/link";
import { Icon } from "../text/icon";

export interface Tab {
  to: string;
  label: ReactNode;
  count?: number | undefined;
  /** Left out: the tab whose path this page has. */
  current?: boolean;
}

/** Links to the parts of one screen: a row on wide pages, a list to open on narrow ones. */
export function Tabs({ label, items }: { label: string; items: Tab[] }) {
  const { pathname } = useLocation();
  const tabs = items.map((tab) => ({ ...tab, current: tab.current ?? tab.to.split("?")[0] === pathname }));
  const current = tabs.find((tab) => tab.current);
  const links = tabs.map((tab) => (
    <Link key={tab.to} to={tab.to} {...(tab.current ? { "aria-current": "page" as const } : {})}>
      {tab.label}
      {tab.count === undefined ? null : <small>{tab.count}</small>}
    </Link>
  ));
  return (
    <nav aria-label={label}>
      <div className="tabs">{links}</div>
      {/* The key closes the list after a choice: a new address makes a new element. */}
      <details className="tabs-s" key={current?.to}>
        <summary>
          <span>{current?.label ?? label}</span>
          <Icon name="chevron" />
        </summary>
        <div className="tabs-s__panel">{links}</div>
      </details>
    </nav>
  );
}
