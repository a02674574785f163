import icons from "./icons.json";

/** Paths on a 20 × 20 grid, stroked or filled in the colour of the text. */
const { strokes, fills } = icons;

export type IconName = keyof typeof strokes | keyof typeof fills | "open";

/**
 * Decorative icon next to text; hidden from screen readers. `size` is in CSS pixels. What all icons share is in the
 * style sheet (`.icon`): as attributes it was a tenth of the HTML of a page with fifty icons.
 */
export function Icon({ name, size = 20, className }: { name: IconName; size?: number; className?: string }) {
  return (
    <svg
      className={className ? `icon ${className}` : "icon"}
      width={size}
      height={size}
      viewBox="0 0 20 20"
      aria-hidden="true"
      {...(name in fills
        ? { fill: "currentColor", fillRule: "evenodd" }
        : { fill: "none", stroke: "currentColor" })}
    >
      {name === "open" ? (
        <circle cx="10" cy="10" r="8" strokeDasharray="2.500 2.530" />
      ) : (
        <path d={name in fills ? fills[name as keyof typeof fills] : strokes[name as keyof typeof strokes]} />
      )}
    </svg>
  );
}
