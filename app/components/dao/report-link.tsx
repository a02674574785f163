import type { ReportTarget } from "~/domain/dao";
import { paths } from "~/domain/paths";
import { Icon } from "../text/icon";
import { Link } from "../text/link";
import "./dao.css";

interface ReportLinkProps {
  target: ReportTarget;
  id: number;
  /** Where the report comes back to. */
  back: string;
  /** In place of its words, where a page has many. */
  name?: string;
  children: string;
}

/** The way to report something: a service, not an alarm, so neither ember nor red. */
export function ReportLink({ target, id, back, name, children }: ReportLinkProps) {
  return (
    <Link
      className="quiet-link"
      to={paths.dao.report({ target, id, back })}
      rel="nofollow"
      {...(name ? { "aria-label": name } : {})}
    >
      <Icon name="flag" size={16} />
      {children}
    </Link>
  );
}
