import { skyTop } from "~/domain/sky";
import type { ChosenTheme } from "~/domain/theme";

interface ThemeColorProps {
  /** Undefined if the root loader failed: the sky of 18:00 (brand/skies.css). */
  hour?: number | undefined;
  theme?: ChosenTheme | null | undefined;
}

/** Colour of the browser's own bars: the upper edge of the hour's sky, by the chosen theme or the system's. */
export function ThemeColor({ hour = 18, theme }: ThemeColorProps) {
  const [paper, night] = [skyTop(hour), skyTop(hour, true)];
  if (theme) return <meta name="theme-color" content={theme === "night" ? night : paper} />;
  return (
    <>
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content={night} />
      <meta name="theme-color" content={paper} />
    </>
  );
}
