/**
 * The balloon lets the parcel down once, in 2.6 s, and flies off. Without motion the picture is the last moment: the
 * parcel lies on the jetty, the balloon is above it.
 */
const style =
  "<style>.off{translate:-46px -44px;rotate:-9deg}@media (prefers-reduced-motion:no-preference){.land{animation:land 2.6s cubic-bezier(.3,.1,.3,1) both}.off{animation:off 1.2s 2.5s ease-out both}@keyframes land{from{translate:-90px -300px}60%{translate:24px -90px}92%{translate:0 0}96%{translate:0 -3px}}@keyframes off{from{translate:0 0;rotate:0deg}}}</style>";

/** Drawn around the parcel's foot. */
const balloon =
  '<g class="off"><path fill="#14172e" opacity=".25" d="M2-101c19 0 30 14 30 29 0 14-14 24-23 30H-5c-9-6-23-16-23-30 0-15 11-29 30-29"/><path fill="#e4512b" d="M0-104c19 0 30 15 30 30 0 14-14 24-23 30H-7c-9-6-23-16-23-30 0-15 11-30 30-30"/><path fill="#ff9a6b" d="M0-104c-19 0-30 15-30 30 0 14 14 24 23 30-10-15-13-43 7-60"/><path fill="#ffe6bd" d="M0-104c-9 15-10 45-4 60h8c6-15 5-45-4-60"/><path fill="none" stroke="#3a2150" stroke-width="1.2" d="M-6-44-5-13M6-44 5-13"/><path fill="#5a2f4f" d="M-8-46H8v4H-8z"/></g>';

/** Returns the last parcel with its balloon; nothing without a parcel, as while the number of orders is unknown. */
export function landingOf(parcel: { svg: string } | undefined): string {
  const [, place] = /transform="([^"]*)"/.exec(parcel?.svg ?? "") ?? [];
  if (!parcel || place === undefined) return "";
  return `${style}<g class="land"><g transform="${place}">${balloon}</g>${parcel.svg}</g>`;
}
