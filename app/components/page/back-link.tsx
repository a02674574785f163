import { Icon, Link, type LinkProps } from "../text/elements";

export function BackLink({ children, className, ...link }: LinkProps) {
  return (
    <Link {...link} className={className ? `link ${className}` : "link"}>
      <Icon name="arrow-left" />
      {children}
    </Link>
  );
}
