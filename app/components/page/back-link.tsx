import type { ReactNode } from "react";
import { Link, type LinkProps } from "../text/link";
import { Icon } from "../text/icon";

export function BackLink({ children, className, ...link }: LinkProps) {
  return (
    <Link {...link} className={className ? `link ${className}` : "link"}>
      <Icon name="arrow-left" />
      {children}
    </Link>
  );
}

/** Breadcrumb from the area to this page. The last entry has no `to`. */
export function Breadcrumb({ label, items }: { label: string; items: { to?: string; label: ReactNode }[] }) {
  return (
    <nav aria-label={label}>
      <ol className="crumb">
        {items.map(({ to, label: name }, index) => (
          <li key={index} {...(to ? {} : { "aria-current": "page" as const })}>
            {to ? <Link to={to}>{name}</Link> : name}
          </li>
        ))}
      </ol>
    </nav>
  );
}
