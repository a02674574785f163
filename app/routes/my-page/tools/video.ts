export interface Video {
  /** A file plays in the page's own player, everything else in its host's. */
  kind: "file" | "embed";
  src: string;
}

/** How the configured address is shown; undefined when none is configured. */
export function readVideo(address: string | undefined): Video | undefined {
  if (!address) return undefined;
  const url = new URL(address);
  if (/\.(mp4|webm|m4v|ogv)$/i.test(url.pathname)) return { kind: "file", src: url.href };
  // The member has pressed play already; the hosts that know the parameter need no second press.
  url.searchParams.set("autoplay", "1");
  return { kind: "embed", src: url.href };
}
