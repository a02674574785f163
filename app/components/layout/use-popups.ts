import { type RefObject, useEffect } from "react";
import { openMenus, useDismissal } from "../document/use-dismissal";

const MENUS = ".pop";

/** A click within this time after opening by hover, in ms, was meant to open and must not close the menu. */
const HOVER_CLICK_MS = 400;

/**
 * React hook that extends the header's `<details>` menus. Natively a menu opens and closes by its summary, and opening
 * one closes the others (shared `name`). With scripts, Escape, a press outside, leaving by keyboard and navigation also
 * close it, the mouse opens it by hover, and the page behind the mobile drawer is inert.
 */
export function usePopups(header: RefObject<HTMLElement | null>): void {
  useDismissal(header, MENUS);

  useEffect(() => {
    const element = header.current;
    if (!element) return;
    const stop = new AbortController();
    const { signal } = stop;
    let hoveredAt = 0;
    const closeIf = (isToClose: (menu: HTMLDetailsElement) => boolean) => {
      for (const menu of openMenus(element, MENUS).filter(isToClose)) menu.open = false;
    };
    const opensByHover = (menu: HTMLDetailsElement) => menu.dataset["hover"] !== undefined;
    const openPanel = () => element.querySelector<HTMLDetailsElement>(".burger[open]");

    const onToggle = ({ target: menu }: Event) => {
      // Ignores the lists of sub-pages inside the mobile menu.
      if (!(menu instanceof HTMLDetailsElement) || !menu.matches(MENUS)) return;
      // For browsers without `name` on details, which closes the others.
      if (menu.open) closeIf((other) => other !== menu);
      // Setting inert recalculates the style of every element, so do it after the frame that shows the panel.
      if (openPanel()) requestAnimationFrame(() => setTimeout(() => keepWithin(openPanel())));
      else keepWithin(null);
    };
    const onFocusOut = ({ relatedTarget: to }: FocusEvent) => {
      if (to instanceof Node) closeIf((menu) => !menu.contains(to));
    };
    const onHover = (event: PointerEvent) => {
      if (event.pointerType !== "mouse") return;
      const menu = (event.target as Element).closest<HTMLDetailsElement>("details[data-hover]");
      // A pointer that rests on no menu closes none that the keyboard has opened.
      const isInUse = (other: HTMLDetailsElement) => !menu && other.contains(document.activeElement);
      closeIf((other) => other !== menu && opensByHover(other) && !isInUse(other));
      if (menu && !menu.open) {
        menu.open = true;
        hoveredAt = event.timeStamp;
      }
    };
    const onLeave = (event: PointerEvent) => {
      if (event.pointerType !== "mouse") return;
      closeIf((menu) => opensByHover(menu) && !menu.contains(document.activeElement));
    };
    const onClick = (event: MouseEvent) => {
      const menu = (event.target as Element).closest("summary")?.parentElement;
      if (!(menu instanceof HTMLDetailsElement) || !opensByHover(menu)) return;
      if (menu.open && event.timeStamp - hoveredAt < HOVER_CLICK_MS) event.preventDefault();
    };

    // A wide window has no drawer, so nothing may stay inert behind it.
    const narrow = matchMedia("(max-width: 74.9375em)");
    const onWidth = () => {
      if (!narrow.matches) closeIf((menu) => menu === openPanel());
    };

    keepWithin(openPanel());
    narrow.addEventListener("change", onWidth, { signal });
    // toggle does not bubble, so listen in the capture phase.
    element.addEventListener("toggle", onToggle, { capture: true, signal });
    element.addEventListener("focusout", onFocusOut, { signal });
    element.addEventListener("pointerover", onHover, { signal });
    element.addEventListener("pointerleave", onLeave, { signal });
    element.addEventListener("click", onClick, { signal });
    return () => stop.abort();
  }, [header]);
}

/** Makes everything outside the open panel inert, so that Tab stays inside; null makes it interactive again. */
function keepWithin(panel: HTMLElement | null): void {
  for (const part of document.querySelectorAll<HTMLElement>("[data-behind]")) {
    part.inert = false;
    part.removeAttribute("data-behind");
  }
  for (let at = panel; at && at !== document.body; at = at.parentElement) {
    for (const beside of at.parentElement?.children ?? []) {
      if (beside === at || !(beside instanceof HTMLElement) || beside.inert) continue;
      beside.inert = true;
      beside.setAttribute("data-behind", "");
    }
  }
}
