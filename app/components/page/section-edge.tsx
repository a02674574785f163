interface SectionEdgeProps {
  side?: "bottom" | "top";
  /** The ground that the mist belongs to, on the other side of the border. */
  color?: "paper" | "ink";
}

/** The border between night and paper. Its section is positioned and hides what runs over its edges. */
export function SectionEdge({ side = "bottom", color = "paper" }: SectionEdgeProps) {
  const classes = ["mist", color !== "paper" && `mist--${color}`, side === "top" && "mist--top"];
  return <span className={classes.filter(Boolean).join(" ")} aria-hidden="true" />;
}
