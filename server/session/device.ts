import { env } from "#server/config/env.server";

/** The first match wins: most browsers also name others. */
const browsers: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\bOPR\/|\bOpera\b/, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bYaBrowser\//, "Yandex"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\bWhale\//, "Whale"],
  [/\bMicroMessenger\//, "WeChat"],
  [/\bLine\//, "LINE"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/\b(?:Headless)?Chrom(?:e|ium)\/|\bCriOS\//, "Chrome"],
  [/^(?=.*\bVersion\/\d).*Safari\//, "Safari"],
];

const systems: [RegExp, string][] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMac(?:intosh| OS X)\b/, "macOS"],
  [/\bLinux\b|\bX11\b/, "Linux"],
];

const named = (list: [RegExp, string][], text: string) => list.find(([pattern]) => pattern.test(text))?.[1];

/** Returns browser and system from the User-Agent, for display only: the header can be forged. */
export function deviceOf(userAgent: string | null): { browser?: string; system?: string } {
  const text = (userAgent ?? "").slice(0, 500);
  const [browser, system] = [named(browsers, text), named(systems, text)];
  return { ...(browser && { browser }), ...(system && { system }) };
}

/** Returns the country from the proxy's header (COUNTRY_HEADER). XX and ZZ mean that it is unknown. */
export function countryOf(headers: Headers): { country?: string } {
  const { countryHeader } = env();
  const country = countryHeader === undefined ? "" : (headers.get(countryHeader) ?? "").toUpperCase();
  return /^(?!XX|ZZ)[A-Z]{2}$/.test(country) ? { country } : {};
}
