import type { ReactNode } from "react";
import type { MoneyLine as Money } from "~/domain/purchase-status";

const ring = { cx: "10", cy: "10", r: "7.5", fill: "none", stroke: "currentColor", strokeWidth: "2" };

/** Ring, half, full, arrow: distinguishable without colour. */
const shapes: Record<Money, ReactNode> = {
  none: <circle {...ring} />,
  unknown: (
    <>
      <circle {...ring} strokeDasharray="3.4 3" />
      <path d="M10 2.5a7.5 7.5 0 0 1 0 15z" fill="currentColor" />
    </>
  ),
  taken: <circle cx="10" cy="10" r="8.5" fill="currentColor" />,
  returned: (
    <path
      d="M4 10a6.5 6.5 0 1 1 2 4.7M4 4.5V10h5"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  ),
};

/** Shows what is known about the money of a purchase. `text` of `store:money`; My purchases has it from its loader. */
export const MoneyLine = ({ money, text }: { money: Money; text: string }) => (
  <span className="money">
    <svg viewBox="0 0 20 20" aria-hidden="true">
      {shapes[money]}
    </svg>
    {text}
  </span>
);
