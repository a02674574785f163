import type { PassType } from "~/domain/dao";

interface PassBadgeProps {
  type: PassType;
  /** In the page's language. */
  name: string;
}

export function PassBadge({ type, name }: PassBadgeProps) {
  return (
    <span className="pass-badge">
      <img src={`/art/pass-${type.toLowerCase()}.svg`} width={300} height={400} alt="" loading="lazy" />
      {name}
    </span>
  );
}
