import { useRef } from "react";
import { useDismissal } from "../document/use-dismissal";
import { Icon, Link } from "../text/elements";

interface Tab {
  to: string;
  label: string;
  current: boolean;
}

interface TabsProps {
  label: string;
  items: Tab[];
  /** Five short labels fill one line. */
  evenly?: boolean;
  /**
   * A menu on narrow screens: its button names the current tab, or the area on a page without a tab. Without it the row
   * of links wraps.
   */
  isMenu?: boolean;
}

export function Tabs({ label, items, evenly, isMenu }: TabsProps) {
  const nav = useRef<HTMLElement>(null);
  useDismissal(nav, ".tabs-menu");
  return (
    <nav ref={nav} aria-label={label} className={isMenu ? "tabs-nav tabs-nav--menu" : "tabs-nav"}>
      {isMenu ? <TabMenu label={label} items={items} /> : null}
      <div className={evenly ? "tabs tabs--evenly" : "tabs"}>
        <TabLinks items={items} />
      </div>
    </nav>
  );
}

const TabLinks = ({ items }: Pick<TabsProps, "items">) =>
  items.map(({ to, label, current }) => (
    <Link key={to} to={to} aria-current={current ? "page" : undefined}>
      {label}
    </Link>
  ));

/** The links are in the page twice, each time with `display: none` at the other width: one list for every reader. */
const TabMenu = ({ label, items }: Pick<TabsProps, "label" | "items">) => (
  <details className="tabs-menu">
    <summary>
      {items.find(({ current }) => current)?.label ?? label}
      <Icon name="chevron" size={16} className="chev" />
    </summary>
    <div className="tabs-menu__panel">
      <TabLinks items={items} />
    </div>
  </details>
);
