import { useLocation } from "@remix-run/react";
import { type RefObject, useEffect, useRef } from "react";
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
  /** A menu on narrow screens: its button names the current tab. Without it the row of links wraps. */
  isMenu?: boolean;
}

export const Tabs = ({ label, items, evenly, isMenu }: TabsProps) => {
  const row = (
    <div className={evenly ? "tabs tabs--evenly" : "tabs"}>
      <TabLinks items={items} />
    </div>
  );
  return (
    <nav aria-label={label} className={isMenu ? "tabs-nav tabs-nav--menu" : "tabs-nav"}>
      {isMenu ? <TabMenu items={items} /> : null}
      {row}
    </nav>
  );
};

const TabLinks = ({ items }: Pick<TabsProps, "items">) =>
  items.map(({ to, label, current }) => (
    <Link key={to} to={to} aria-current={current ? "page" : undefined}>
      {label}
    </Link>
  ));

/** The links are in the page twice, each time with `display: none` at the other width: one list for every reader. */
function TabMenu({ items }: Pick<TabsProps, "items">) {
  const menu = useRef<HTMLDetailsElement>(null);
  useDismissal(menu);
  return (
    <details className="tabs-menu" ref={menu}>
      <summary>
        {items.find(({ current }) => current)?.label}
        <Icon name="chevron" size={16} className="chev" />
      </summary>
      <div className="tabs-menu__panel">
        <TabLinks items={items} />
      </div>
    </details>
  );
}

/** React hook that also closes a `<details>` menu by Escape, by a press outside and by navigation. */
function useDismissal(menu: RefObject<HTMLDetailsElement>): void {
  const { key } = useLocation();
  const shownAt = useRef(key);

  useEffect(() => {
    const { current: element } = menu;
    // A menu that was opened before hydration stays open.
    if (!element?.open || shownAt.current === key) return;
    shownAt.current = key;
    const hadFocus = element.contains(document.activeElement);
    element.open = false;
    if (hadFocus) element.querySelector("summary")?.focus();
  }, [menu, key]);

  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    document.addEventListener(
      "keydown",
      ({ key: pressed }) => {
        const { current: element } = menu;
        if (pressed !== "Escape" || !element?.open) return;
        element.open = false;
        element.querySelector("summary")?.focus();
      },
      { signal },
    );
    document.addEventListener(
      "pointerdown",
      ({ target }) => {
        if (menu.current?.open && !menu.current.contains(target as Node)) menu.current.open = false;
      },
      { signal },
    );
    return () => stop.abort();
  }, [menu]);
}
