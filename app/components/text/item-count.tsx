import { formatCount } from "~/domain/money";
import { UserText } from "./user-text";

/** The name of an item and how many of it, on one line at the end: "Sky lanterns × 2". */
export function ItemCount({ name, quantity }: { name: string; quantity: number }) {
  return (
    <>
      <UserText text={name} /> ×{"\u00a0"}
      {formatCount(quantity)}
    </>
  );
}
