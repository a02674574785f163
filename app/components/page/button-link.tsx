import { Link, type LinkProps } from "../text/link";
import { Icon, type IconName } from "../text/icon";

interface ButtonLinkProps extends LinkProps {
  /** The page's one action that matters is ember (default); every other is outlined. */
  look?: "line" | "danger";
  size?: "big" | "small";
  wide?: boolean;
  /** Stands after the words. */
  icon?: IconName;
}

/** A link that looks like a button, for going somewhere; what changes something is a SubmitButton. */
export function ButtonLink({ look, size, wide, icon, className, children, ...link }: ButtonLinkProps) {
  const classes = ["btn", look && `btn--${look}`, size && `btn--${size}`, wide && "btn--wide", className];
  return (
    <Link {...link} className={classes.filter(Boolean).join(" ")}>
      {children}
      {icon ? <Icon name={icon} /> : null}
    </Link>
  );
}

/** A link on a line of its own, in the colour of accents, high enough for a finger. */
export function TextLink({ icon, className, children, ...link }: LinkProps & { icon?: IconName }) {
  return (
    <Link {...link} className={className ? `link ${className}` : "link"}>
      {children}
      {icon ? <Icon name={icon} /> : null}
    </Link>
  );
}
