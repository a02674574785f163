export interface Video {
  /** A file plays in the page's own player, anything else in an iframe of its host. */
  kind: "file" | "embed";
  src: string;
}

export interface VideoView {
  isConfigured: boolean;
  /** Set only after the visitor has pressed play. */
  video: Video | null;
}

/** Returns the video of a page; `?play` in the URL starts it (docs/decisions/0013). */
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
  // The visitor has already pressed play. Hosts that support the parameter then need no second press.
  url.searchParams.set("autoplay", "1");
  return { kind: "embed", src: url.href };
}
