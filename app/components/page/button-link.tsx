import { Link, type LinkProps } from "../text/link";
import { Icon, type IconName } from "../text/icon";

interface ButtonLinkProps extends LinkProps {
  /** The default look is ember, for the one main action of a page; all others are outlined. */
  look?: "line" | "danger";
  size?: "big" | "small";
  wide?: boolean;
  icon?: IconName;
}

/** Link that looks like a button, for navigation only; use SubmitButton for actions. */
export function ButtonLink({ look, size, wide, icon, className, children, ...link }: ButtonLinkProps) {
  const classes = ["btn", look && `btn--${look}`, size && `btn--${size}`, wide && "btn--wide", className];
  return (
    <Link {...link} className={classes.filter(Boolean).join(" ")}>
      {children}
      {icon ? <Icon name={icon} /> : null}
    </Link>
  );
}

/** Link on a separate line, in the accent colour, tall enough for touch. */
export function TextLink({ icon, className, children, ...link }: LinkProps & { icon?: IconName }) {
  return (
    <Link {...link} className={className ? `link ${className}` : "link"}>
      {children}
      {icon ? <Icon name={icon} /> : null}
    </Link>
  );
}
