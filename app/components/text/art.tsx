import type { ImgHTMLAttributes } from "react";

interface ArtProps extends ImgHTMLAttributes<HTMLImageElement> {
  /** File in public/art, without `.svg`. */
  name: string;
  width: number;
  height: number;
}

/** A decorative drawing of public/art, which the browser loads when it comes near. */
export function Art({ className, name, width, height, ...more }: ArtProps) {
  return (
    <img
      className={className}
      src={`/art/${name}.svg`}
      width={width}
      height={height}
      alt=""
      loading="lazy"
      {...more}
    />
  );
}
