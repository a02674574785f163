/** Paths on a 20 × 20 grid, stroked in the colour of the text. */
const strokes = {
  "arrow-right": "M4 10h12M11 5l5 5-5 5",
  "arrow-left": "M16 10H4M9 5l-5 5 5 5",
  "arrow-up": "M10 16V4M5 9l5-5 5 5",
  "arrow-down": "M10 4v12M5 11l5 5 5-5",
  "turn-back": "M7 4L3 8l4 4M3 8h9a5 5 0 0 1 0 10h-2",
  dots: "M3 10h.1M10 10h.1M17 10h.1",
  ring: "M10 3.500a6.500 6.500 0 1 0 0 13a6.500 6.500 0 1 0 0-13z",
  sliders: "M3 6h8M15 6h2M3 14h2M9 14h8M13 4v4M7 12v4",
  chevron: "M5 7.500l5 5 5-5",
  close: "M5 5l10 10M15 5L5 15",
  menu: "M3 6h14M3 10h9M3 14h14",
  screen: "M2.500 3.500h15v10h-15zM7 17h6M10 13.500V17",
  sheet: "M4 2.500h8l4 4v11H4zM12 2.500v4h4M7 10.500h6M7 13.500h4",
  lantern:
    "M7.500 4.500h5M7.500 15.500h5M10 2v2.500M10 15.500V18M8 4.500c-4.500 3-4.500 8 0 11M12 4.500c4.500 3 4.500 8 0 11",
  globe:
    "M10 2.500a7.500 7.500 0 1 0 0 15a7.500 7.500 0 1 0 0-15zM2.500 10h15M10 2.500c4.700 4.700 4.700 10.300 0 15c-4.700-4.700-4.700-10.300 0-15z",
  eye: "M2 10c4-7 12-7 16 0c-4 7-12 7-16 0zM10 7.500a2.500 2.500 0 1 0 0 5a2.500 2.500 0 1 0 0-5z",
  "eye-off": "M2 10c4-7 12-7 16 0c-4 7-12 7-16 0zM4 16L16 4",
  check: "M4 10.500l4 4 8-9",
  download: "M10 3v9M6 8.500l4 4 4-4M3 16.500h14",
  search: "M9 3a6 6 0 1 0 0 12a6 6 0 1 0 0-12zM13.500 13.500L17.500 17.500",
  plus: "M10 4v12M4 10h12",
  minus: "M4 10h12",
  heart:
    "M10 17C4 12.500 2 9.800 2.300 7.200C2.700 3.800 7.300 2.400 10 6c2.700-3.600 7.300-2.200 7.700 1.200c.3 2.600-1.700 5.300-7.700 9.800z",
  flag: "M5 18V3M5 4c4-2.500 6 2 10 0v7c-4 2-6-2.500-10 0",
  comment: "M3 4h14v9H9l-4 4v-4H3z",
  file: "M5 2.500h7l4 4v11H5zM12 2.500v4h4",
  external: "M8 4H4v12h12v-4M11 3h6v6M17 3l-8 8",
  lock: "M5 9h10v8H5zM7 9V6.500a3 3 0 0 1 6 0V9",
  mail: "M2.500 4.500h15v11h-15zM2.500 5.500L10 11l7.500-5.500",
  wallet: "M3 5.500h12v2M3 5.500v10h14v-8H3M13.500 11.500h.01",
  clock: "M10 2.500a7.500 7.500 0 1 0 0 15a7.500 7.500 0 1 0 0-15zM10 6v4.500l3 2",
  user: "M10 3a3.500 3.500 0 1 0 0 7a3.500 3.500 0 1 0 0-7zM3 17.500c.7-6 13.300-6 14 0",
  feed: "M4 16h.01M4 10a6 6 0 0 1 6 6M4 4a12 12 0 0 1 12 12",
  calendar: "M3 5h14v12H3zM3 9h14M7 3v3M13 3v3",
  link: "M8 12l4-4M9 6l2-2a3.500 3.500 0 0 1 5 5l-2 2M11 14l-2 2a3.500 3.500 0 0 1-5-5l2-2",
  copy: "M7 7h10v10H7zM13 7V3H3v10h4",
  printer: "M6 7V3h8v4M6 14H3V7h14v7h-3M6 12h8v5H6z",
} as const;

/** Filled icons: round signs for success, error and information, and two for playback. */
const fills = {
  ok: "M10 1a9 9 0 1 1 0 18a9 9 0 1 1 0-18zM5.600 10.300l3.200 3.200l5.700-6.300l-1.300-1.200l-4.500 5l-1.800-1.900z",
  bad: "M10 1a9 9 0 1 1 0 18a9 9 0 1 1 0-18zM9 5v6.500h2V5zM9 13.500v2h2v-2z",
  info: "M10 1a9 9 0 1 1 0 18a9 9 0 1 1 0-18zM9 4.500v2h2v-2zM9 8.500V15h2V8.500z",
  pause: "M5 4h3.500v12H5zM11.500 4H15v12h-3.500z",
  play: "M6 3.500v13l10-6.500z",
} as const;

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
