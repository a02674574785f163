// oxlint-disable-next-line typescript/no-restricted-imports -- this is the one place
import { Link as RemixLink, type LinkProps } from "@remix-run/react";
import { forwardRef } from "react";

export type { LinkProps };

/**
 * A link within the site. On the server an absolute address is written as the `<a>` that Remix's Link comes to in the
 * end, without asking the router what it leads to: a page has some sixty links, which were a tenth of what it costs.
 * (`discover` is for a table of routes that is fetched bit by bit, which this site does not do.)
 */
export const Link = forwardRef<HTMLAnchorElement, LinkProps>(function Link(props, ref) {
  const { to } = props;
  if (!import.meta.env.SSR || typeof to !== "string" || !to.startsWith("/")) {
    return <RemixLink discover="none" {...props} ref={ref} />;
  }
  const { children, ...attributes } = attributesOf(props);
  return (
    <a {...attributes} href={to}>
      {children}
    </a>
  );
});

/** What of a link's properties stands in HTML. */
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
