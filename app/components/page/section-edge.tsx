interface SectionEdgeProps {
  side?: "bottom" | "top";
  /** Colour of the section on the other side of the border. */
  color?: "paper" | "ink";
}

/** Border between a dark and a light section. The section must be positioned and clip its overflow. */
export function SectionEdge({ side = "bottom", color = "paper" }: SectionEdgeProps) {
  const classes = ["mist", color !== "paper" && `mist--${color}`, side === "top" && "mist--top"];
  return <span className={classes.filter(Boolean).join(" ")} aria-hidden="true" />;
}
