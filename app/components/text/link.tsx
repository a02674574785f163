// oxlint-disable-next-line typescript/no-restricted-imports -- the only place that may import it
import { Link as RemixLink, type LinkProps } from "@remix-run/react";
import { forwardRef } from "react";

export type { LinkProps };

/** Set where the visitor asks for less motion; undefined on the server. */
const lessMotion =
  typeof matchMedia === "function" ? matchMedia("(prefers-reduced-motion: reduce)") : undefined;

/** Whether a link leads to another page, and not only to another part or another list of this one. */
const leavesPage = (to: LinkProps["to"]) =>
  typeof to === "string" && to.startsWith("/") && to.split(/[?#]/)[0] !== location.pathname;

/**
 * A link within the site. On the server an absolute path renders as the same `<a>` that Remix's Link produces, without
 * resolving it in the router: a page has about sixty links, which took a tenth of the render time. (`discover` is for
 * lazily fetched route tables, which this site does not use.)
 */
export const Link = forwardRef<HTMLAnchorElement, LinkProps>(function Link(props, ref) {
  const { to } = props;
  if (!import.meta.env.SSR || typeof to !== "string" || !to.startsWith("/")) {
    // Remix has the browser show the passage (app/styles/passage.css), where it can.
    const hasPassage = lessMotion?.matches === false && leavesPage(to);
    return <RemixLink discover="none" viewTransition={hasPassage} {...props} ref={ref} />;
  }
  const { children, ...attributes } = attributesOf(props);
  return (
    <a {...attributes} href={to}>
      {children}
    </a>
  );
});

/** Returns the props that become HTML attributes. */
function attributesOf(props: LinkProps) {
  const {
    to: _to,
    prefetch: _prefetch,
    discover: _discover,
    reloadDocument: _reload,
    replace: _replace,
    state: _state,
    relative: _relative,
    preventScrollReset: _scroll,
    viewTransition: _transition,
    ...attributes
  } = props;
  return attributes;
}
