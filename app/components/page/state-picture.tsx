import { useRootData } from "../document/root-data";

/** Drawings of states: public/art/states, 480 × 320 px. Each has a dark variant in night/. */
export const stateNames = [
  "confirming",
  "declined",
  "done",
  "exchange",
  "forgotten",
  "given-up",
  "locked",
  "no-history",
  "no-inquiries",
  "no-orders",
  "no-results",
  "no-suggestions",
  "offline",
  "order-waits",
  "price-changed",
  "refunded",
  "sent",
  "signed-out",
  "unknown",
  "waiting",
] as const;
export type StateName = (typeof stateNames)[number];

/** Picture of a state. Hidden from screen readers, because the text below says the same. */
export function StatePicture({ name }: { name: StateName }) {
  const theme = useRootData()?.theme;
  const night = `/art/states/night/${name}.svg`;
  const img = (
    <img
      className="state"
      src={theme === "night" ? night : `/art/states/${name}.svg`}
      width={480}
      height={320}
      alt=""
    />
  );
  if (theme) return img;
  return (
    <picture className="contents">
      <source srcSet={night} media="(prefers-color-scheme: dark)" />
      {img}
    </picture>
  );
}
