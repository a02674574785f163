/** What a visitor may choose for the paper pages. "system" is the device's own setting, and the first choice. */
export const themes = ["system", "paper", "night"] as const;
export type Theme = (typeof themes)[number];
export type ChosenTheme = Exclude<Theme, "system">;

export function isTheme(value: unknown): value is Theme {
  return themes.some((theme) => theme === value);
}

/**
 * The theme that a request's cookies choose.
 *
 * @param cookies the Cookie header
 * @returns null when the device decides
 */
export function themeOfCookies(cookies: string | null | undefined): ChosenTheme | null {
  const value = /(?:^|;\s*)theme=(\w+)/.exec(cookies ?? "")?.[1];
  return value === "paper" || value === "night" ? value : null;
}
