import { useLocation } from "@remix-run/react";
import { type RefObject, useEffect, useRef } from "react";

/** Returns the open `<details>` menus inside an element. */
export const openMenus = (root: HTMLElement | null, selector: string): HTMLDetailsElement[] => [
  ...(root?.querySelectorAll<HTMLDetailsElement>(`${selector}[open]`) ?? []),
];

/** Closes a menu. A focus inside it would be lost, so its button takes it. */
function close(menu: HTMLDetailsElement): void {
  const hadFocus = menu.contains(document.activeElement);
  menu.open = false;
  if (hadFocus) menu.querySelector("summary")?.focus();
}

/**
 * React hook with which Escape, a press outside and navigation close `<details>` menus. Without scripts their summary
 * does.
 *
 * @param selector of the menus inside `root`
 */
export function useDismissal(root: RefObject<HTMLElement | null>, selector: string): void {
  const { key } = useLocation();
  const closedAt = useRef(key);

  useEffect(() => {
    // A menu that was opened before hydration stays open.
    if (closedAt.current === key) return;
    closedAt.current = key;
    openMenus(root.current, selector).forEach(close);
  }, [root, selector, key]);

  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      for (const menu of openMenus(root.current, selector)) {
        menu.open = false;
        menu.querySelector("summary")?.focus();
      }
    };
    // The menu itself is the target of a press on its backdrop.
    const onPress = ({ target }: PointerEvent) => {
      for (const menu of openMenus(root.current, selector))
        if (menu === target || !menu.contains(target as Node)) menu.open = false;
    };
    document.addEventListener("keydown", onKey, { signal });
    document.addEventListener("pointerdown", onPress, { signal });
    return () => stop.abort();
  }, [root, selector]);
}
