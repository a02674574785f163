import { paths } from "~/domain/paths";
import { useRootData } from "../document/root-data";

interface IslandPictureProps {
  className?: string;
  alt?: string;
  /** Pieces that are drawn arriving. */
  arrived?: readonly string[];
  /** A balloon brings the last order's parcel. */
  isLanding?: boolean;
  /** Its lower half stands on the page, which is light in the paper theme. */
  isOnPage?: boolean;
  /** For a place that is dark at every hour. */
  isAlwaysNight?: boolean;
  /** Not requested while its menu is closed. */
  isLazy?: boolean;
}

/** Returns the URL of the member's island. Unless it is `night`, the hour and the chosen theme set its light. */
function islandUrl(arrived: readonly string[], isLanding: boolean, ground?: "night" | "paper"): string {
  const search = new URLSearchParams(arrived.map((piece) => ["new", piece]));
  if (isLanding) search.set("landing", "");
  if (ground === "night") search.set("light", "night");
  if (ground === "paper") search.set("paper", "");
  return search.size > 0 ? `${paths.myPage.island}?${search}` : paths.myPage.island;
}

/** The member's own island. A device in dark mode, which the server does not know, asks for the night itself. */
export function IslandPicture({
  className,
  alt = "",
  arrived = [],
  isLanding = false,
  isOnPage,
  isAlwaysNight,
  isLazy,
}: IslandPictureProps) {
  const theme = useRootData()?.theme;
  const night = islandUrl(arrived, isLanding, "night");
  const usual = islandUrl(arrived, isLanding, isOnPage && theme !== "night" ? "paper" : undefined);
  return (
    <picture className="island-picture">
      {theme || isAlwaysNight ? null : <source media="(prefers-color-scheme: dark)" srcSet={night} />}
      <img
        className={className}
        src={isAlwaysNight ? night : usual}
        width={640}
        height={560}
        alt={alt}
        loading={isLazy ? "lazy" : undefined}
      />
    </picture>
  );
}
