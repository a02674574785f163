/** The three platforms, in the order of the specification. */
export const platforms = ["pc", "ios", "android"] as const;
export type Platform = (typeof platforms)[number];

export function isPlatform(value: unknown): value is Platform {
  return typeof value === "string" && (platforms as readonly string[]).includes(value);
}

/**
 * Guesses the platform from the user agent. The guess only decides which platform is listed first: an iPad reports a
 * Mac, and Mac and Linux have no application, so they see Windows first.
 */
export function platformOf(userAgent: string | null): Platform {
  if (/iPhone|iPad|iPod/.test(userAgent ?? "")) return "ios";
  // Windows phones also contain "Android" in their user agent. Chromebooks do not.
  if (/Android/.test(userAgent ?? "") && !/Windows/.test(userAgent ?? "")) return "android";
  return "pc";
}

export function inOrderFor(platform: Platform): Platform[] {
  return [platform, ...platforms.filter((other) => other !== platform)];
}

/**
 * Requirements for a computer (public-site-and-community.md section 9), except the processor, whose name is
 * translated. A missing `recommended` means that the specification recommends nothing beyond the minimum.
 */
export const computer = {
  os: { minimum: "Windows 11 x64" },
  graphics: { minimum: "GeForce GTX 1660", recommended: "GeForce RTX 4060" },
  memory: { minimum: "16 GB RAM", recommended: "32 GB RAM" },
  storage: { minimum: "5 GB" },
} satisfies Record<string, { minimum: string; recommended?: string }>;

/** Requirements for a phone (section 9). A missing entry means that the specification requires nothing. */
export const phones = {
  device: { ios: "iPhone 12 Pro", android: "Galaxy S20" },
  os: { ios: "iOS 17", android: "Android 13" },
  memory: { android: "6 GB RAM" },
} satisfies Record<string, { ios?: string; android?: string }>;
