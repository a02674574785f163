import { Icon, Link, type LinkProps } from "../text/elements";

export const BackLink = ({ children, className, ...link }: LinkProps) => (
  <Link {...link} className={className ? `link ${className}` : "link"}>
    <Icon name="arrow-left" />
    {children}
  </Link>
);
