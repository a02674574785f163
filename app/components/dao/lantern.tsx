/** How high the lantern may rise, in units of its drawing. */
const SKY = 96;

/**
 * A suggestion's standing as a lantern's height: on the ground without votes in favour, at the line when there are
 * enough. The numbers beside it say the same, so readers pass over it.
 *
 * @param rise votes in favour as a part of those needed, 0 to 1
 */
export function Lantern({ rise }: { rise: number }) {
  const top = 8 + (1 - Math.min(1, Math.max(0, rise))) * SKY;
  return (
    <svg
      className="vote-lantern"
      viewBox="0 0 72 150"
      width="72"
      height="150"
      aria-hidden="true"
      focusable="false"
    >
      <path className="vote-lantern__line" d="M2 26H70" />
      <path className="vote-lantern__string" d={`M36 ${top + 36}V148`} />
      <circle className="vote-lantern__glow" cx="36" cy={top + 18} r="30" />
      <path className="vote-lantern__dark" d={`M28 ${top}h16v4h-16zM30 ${top + 34}h12v4h-12z`} />
      <path className="vote-lantern__paper" d={`M28 ${top + 4}c-10 10-10 20 0 30h16c10-10 10-20 0-30z`} />
      <path className="vote-lantern__light" d={`M33 ${top + 4}c-4 10-4 20 0 30h6c4-10 4-20 0-30z`} />
    </svg>
  );
}
