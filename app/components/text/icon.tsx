import icons from "./icons.json";

/** Paths on a 20 × 20 grid, stroked or filled in the colour of the text. */
const { strokes, fills } = icons;

export type IconName = keyof typeof strokes | keyof typeof fills | "open";

/** Decorative icon next to text; hidden from screen readers. `size` is in CSS pixels. */
export function Icon({ name, size = 20, className }: { name: IconName; size?: number; className?: string }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 20 20"
      aria-hidden="true"
      focusable="false"
      {...(className ? { className } : {})}
      {...(name in fills
        ? { fill: "currentColor", fillRule: "evenodd" }
        : {
            fill: "none",
            stroke: "currentColor",
            strokeWidth: 1.8,
            strokeLinecap: "round",
            strokeLinejoin: "round",
          })}
    >
      {name === "open" ? (
        <circle cx="10" cy="10" r="8" strokeDasharray="2.500 2.530" />
      ) : (
        <path d={name in fills ? fills[name as keyof typeof fills] : strokes[name as keyof typeof strokes]} />
      )}
    </svg>
  );
}
