import { type RefObject, useEffect } from "react";

/** Elements that the payment provider adds to the page, such as the 3-D Secure step, must not become inert. */
const NOT_OURS = "script, style, link, iframe";
const PROVIDER_FRAME = 'iframe[name^="__privateStripe"]';

/**
 * React hook that makes a child of body modal: the rest of the page is inert, the page does not scroll, and the focus
 * moves in and returns on close.
 *
 * A modal `<dialog>` would be in the browser's top layer and cover the provider's 3-D Secure step, which is a child of
 * body.
 */
export function useModal(dialog: RefObject<HTMLElement>, focusFirst: RefObject<HTMLElement>): void {
  useEffect(() => {
    const before = document.activeElement;
    const root = dialog.current;
    const others = [...document.body.children].filter(
      (child): child is HTMLElement =>
        child instanceof HTMLElement &&
        child !== root &&
        !child.inert &&
        !child.matches(NOT_OURS) &&
        !child.querySelector(PROVIDER_FRAME),
    );
    for (const other of others) other.inert = true;
    const { overflow } = document.documentElement.style;
    document.documentElement.style.overflow = "hidden";
    focusFirst.current?.focus();
    return () => {
      for (const other of others) other.inert = false;
      document.documentElement.style.overflow = overflow;
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [dialog, focusFirst]);
}
