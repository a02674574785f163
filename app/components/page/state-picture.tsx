import { useRootData } from "../document/root-data";

/** The drawings of what is the case: public/art/states, 480 × 320. Each has its like by lantern light, in night/. */
export type StateName =
  | "confirming"
  | "declined"
  | "done"
  | "exchange"
  | "forgotten"
  | "given-up"
  | "locked"
  | "no-history"
  | "no-inquiries"
  | "no-orders"
  | "no-results"
  | "no-suggestions"
  | "offline"
  | "order-waits"
  | "price-changed"
  | "refunded"
  | "sent"
  | "signed-out"
  | "unknown"
  | "waiting";

/** The picture of a state; the sentence below it says the same, so readers pass over it. */
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
