import { env } from "#server/config/env.server";

/** First match wins: most browsers name others too. */
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
  [/\bVersion\/[\d.]+ .*Safari\//, "Safari"],
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

/**
 * What a browser says it is, in the names its maker gives it, which are the same in every language. It may say
 * anything: this tells a member which of their devices it was, and proves nothing.
 */
export function deviceOf(userAgent: string | null): { browser?: string; system?: string } {
  const text = (userAgent ?? "").slice(0, 500);
  const [browser, system] = [named(browsers, text), named(systems, text)];
  return { ...(browser ? { browser } : {}), ...(system ? { system } : {}) };
}

/** What proxies say where they do not know it. */
const unknownCountries = ["XX", "ZZ"];

/** Where a request came from, as the proxy tells it in the header that COUNTRY_HEADER names; nothing without one. */
export function countryOf(headers: Headers): { country?: string } {
  const { countryHeader } = env();
  const country = countryHeader === undefined ? "" : (headers.get(countryHeader) ?? "").trim().toUpperCase();
  return /^[A-Z]{2}$/.test(country) && !unknownCountries.includes(country) ? { country } : {};
}
