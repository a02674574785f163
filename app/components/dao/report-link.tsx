import type { ReportTarget } from "~/domain/dao";
import { paths } from "~/domain/paths";
import { Icon } from "../text/icon";
import { Link } from "../text/link";
import "./dao.css";

interface ReportLinkProps {
  target: ReportTarget;
  id: number;
  /** URL to which the report form returns. */
  back: string;
  /** Accessible name, for pages with several report links. */
  name?: string;
  children: string;
}

/** Link to the report form. Neutral in colour, because it is a service and not a warning. */
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
