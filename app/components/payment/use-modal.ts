import { type RefObject, useEffect } from "react";

/** What the payment provider puts on the page itself, such as the bank's 3-D Secure step: it must stay usable. */
const NOT_OURS = "script, style, link, iframe";
const PROVIDER_FRAME = 'iframe[name^="__privateStripe"]';

/**
 * Makes an element that is a child of body modal: everything else of the page is inert, the page does not scroll,
 * and the focus comes in and goes back to where it was.
 *
 * A `<dialog>` shown as modal would do all that, but it stands in the browser's top layer: the provider's 3-D Secure
 * step, which is laid over the page as a child of body, would be covered by it and could not be used.
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
