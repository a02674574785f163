/** The three ways into Soria, in the order of the specification, and what each needs. */
export const platforms = ["pc", "ios", "android"] as const;
export type Platform = (typeof platforms)[number];

export function isPlatform(value: unknown): value is Platform {
  return typeof value === "string" && (platforms as readonly string[]).includes(value);
}

/**
 * The platform that a browser says it runs on. A guess, so it only decides what is offered first: an iPad says
 * that it is a Mac, and for a Mac or Linux there is no application of ours, so they see Windows first.
 */
export function platformOf(userAgent: string | null): Platform {
  if (/iPhone|iPad|iPod/.test(userAgent ?? "")) return "ios";
  // Windows phones said "Android" as well, Chromebooks do not.
  if (/Android/.test(userAgent ?? "") && !/Windows/.test(userAgent ?? "")) return "android";
  return "pc";
}

/** The same three, the one of the visitor first. */
export function inOrderFor(platform: Platform): Platform[] {
  return [platform, ...platforms.filter((other) => other !== platform)];
}

/**
 * What a computer needs (public-site-and-community.md section 9), without the processor, whose generation is
 * named in the reader's language. Undefined: the specification recommends nothing beyond the minimum.
 */
export const computer = {
  os: { minimum: "Windows 11 x64" },
  graphics: { minimum: "GeForce GTX 1660", recommended: "GeForce RTX 4060" },
  memory: { minimum: "16 GB RAM", recommended: "32 GB RAM" },
  storage: { minimum: "5 GB" },
} satisfies Record<string, { minimum: string; recommended?: string }>;

/** What a phone needs (section 9). Undefined: the specification asks for nothing. */
export const phones = {
  device: { ios: "iPhone 12 Pro", android: "Galaxy S20" },
  os: { ios: "iOS 17", android: "Android 13" },
  memory: { android: "6 GB RAM" },
} satisfies Record<string, { ios?: string; android?: string }>;
