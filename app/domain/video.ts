export interface Video {
  /** A file plays in the page's own player, everything else in its host's. */
  kind: "file" | "embed";
  src: string;
}

export interface VideoView {
  isConfigured: boolean;
  /** Only for a visitor who has pressed play. */
  video: Video | null;
}

/** The video of a page whose address may ask for it to play (`?play`): docs/decisions/0013. */
export function viewOfVideo(configured: string | undefined, pageAddress: string): VideoView {
  const plays = new URL(pageAddress).searchParams.has("play");
  return {
    isConfigured: configured !== undefined,
    video: configured !== undefined && plays ? readVideo(configured) : null,
  };
}

function readVideo(address: string): Video {
  const url = new URL(address);
  if (/\.(mp4|webm|m4v|ogv)$/i.test(url.pathname)) return { kind: "file", src: url.href };
  // Play has been pressed already; the hosts that know the parameter need no second press.
  url.searchParams.set("autoplay", "1");
  return { kind: "embed", src: url.href };
}
