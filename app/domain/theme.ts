/** Themes that a visitor can choose. "system" follows the device and is the default. */
export const themes = ["system", "paper", "night"] as const;
export type Theme = (typeof themes)[number];
export type ChosenTheme = Exclude<Theme, "system">;

export const isTheme = (value: unknown): value is Theme => themes.some((theme) => theme === value);

/**
 * Reads the theme from a request's cookies.
 *
 * @param cookies the Cookie header
 * @returns null if the device decides
 */
export function themeOfCookies(cookies: string | null | undefined): ChosenTheme | null {
  const value = /(?:^|;\s*)theme=(\w+)/.exec(cookies ?? "")?.[1];
  return value === "paper" || value === "night" ? value : null;
}
