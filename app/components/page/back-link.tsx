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
