import type { Spot } from "~/domain/news-spots";
import "./news.css";

interface SpotPictureProps {
  spot: Spot;
  /** The post's own picture, which wins. */
  own?: string | undefined;
  className?: string;
  /** Above the fold it does not wait. */
  eager?: boolean;
}

/** A post's picture, 16:9; decoration, so readers pass over it. */
export function SpotPicture({ spot, own, className, eager = false }: SpotPictureProps) {
  return (
    <img
      className={className ? `spot ${className}` : "spot"}
      src={own ?? `/art/spots/${spot.name}.svg`}
      width={640}
      height={360}
      alt=""
      loading={eager ? "eager" : "lazy"}
      decoding="async"
      style={own ? undefined : { background: spot.ground, objectPosition: spot.focus }}
    />
  );
}
