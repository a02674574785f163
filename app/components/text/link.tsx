import type { AnchorHTMLAttributes, MouseEvent } from "react";

export interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  /** Absolute path of the site, with query and hash. */
  to: string;
  /** Loads the page as soon as the visitor points at the link (document/prefetch.tsx). */
  prefetch?: boolean;
  preventScrollReset?: boolean;
  reloadDocument?: boolean;
}

/** Set where the visitor asks for less motion; undefined on the server. */
const lessMotion =
  typeof matchMedia === "function" ? matchMedia("(prefers-reduced-motion: reduce)") : undefined;

const isForOtherTab = (event: MouseEvent<HTMLAnchorElement>) => {
  const hasKey = event.metaKey || event.altKey || event.ctrlKey || event.shiftKey;
  return event.button !== 0 || hasKey || !/^(?:_self)?$/.test(event.currentTarget.target);
};

/**
 * A link within the site. A page has about sixty. Remix's Link has a dozen hooks, which would run for each at hydration
 * and at every navigation, and resolves absolute paths, which took a tenth of the server's render time.
 */
export function Link(props: LinkProps) {
  const {
    to,
    prefetch,
    preventScrollReset = false,
    reloadDocument,
    onClick,
    children,
    ...attributes
  } = props;
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || reloadDocument || isForOtherTab(event)) return;
    event.preventDefault();
    const { pathname, search, hash } = window.__remixRouter.state.location;
    void window.__remixRouter.navigate(to, {
      // As browsers do for a link to the current page.
      replace: pathname + search + hash === to,
      preventScrollReset,
      // The browser shows the passage to another page (app/styles/passage.css), where it can.
      viewTransition: lessMotion?.matches === false && to.split(/[?#]/)[0] !== pathname,
    });
  };
  return (
    <a {...attributes} {...(prefetch && { "data-prefetch": "" })} href={to} onClick={follow}>
      {children}
    </a>
  );
}
