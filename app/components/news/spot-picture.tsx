import type { Spot } from "~/domain/news-spots";
import "./news.css";

interface SpotPictureProps {
  spot: Spot;
  /** The post's own picture; replaces the drawing. */
  own?: string | undefined;
  className?: string;
  /** Loads eagerly; set it above the fold. */
  eager?: boolean;
}

/** Picture of a post, 16:9. Decorative, so hidden from screen readers. */
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
