/** The drawings of what is the case: public/art/states, 480 × 320. They fit paper and night alike. */
export type StateName =
  | "done"
  | "locked"
  | "no-history"
  | "no-inquiries"
  | "no-orders"
  | "no-results"
  | "no-suggestions"
  | "offline"
  | "sent"
  | "signed-out";

/** The picture of a state; the sentence below it says the same, so readers pass over it. */
export function StatePicture({ name }: { name: StateName }) {
  return <img className="state" src={`/art/states/${name}.svg`} width={480} height={320} alt="" />;
}
