import { afterEach, describe, expect, it } from "vitest";
import { env } from "#server/config/env.server";
import { countryOf, deviceOf } from "#server/session/device";

describe("the device that a User-Agent names", () => {
  it.each([
    [
      "Chrome",
      "Windows",
      "(Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36",
    ],
    [
      "Edge",
      "Windows",
      "(Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0",
    ],
    [
      "Safari",
      "macOS",
      "(Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15",
    ],
    [
      "Safari",
      "iPhone",
      "(iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1",
    ],
    [
      "Chrome",
      "iPad",
      "(iPad; CPU OS 18_1 like Mac OS X) AppleWebKit/605.1.15 CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1",
    ],
    ["Firefox", "Linux", "(X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0"],
    [
      "Firefox",
      "iPhone",
      "(iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 FxiOS/133.0 Mobile/15E148 Safari/605.1.15",
    ],
    [
      "Samsung Internet",
      "Android",
      "(Linux; Android 14; SM-S921B) AppleWebKit/537.36 SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36",
    ],
    [
      "Opera",
      "macOS",
      "(Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36 OPR/115.0.0.0",
    ],
    [
      "LINE",
      "iPhone",
      "(iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari Line/14.18.0",
    ],
    [
      "WeChat",
      "Android",
      "(Linux; Android 14; wv) AppleWebKit/537.36 Version/4.0 Chrome/116.0.0.0 Mobile Safari/537.36 MicroMessenger/8.0.50",
    ],
    [
      "Yandex",
      "Windows",
      "(Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0.0.0 YaBrowser/24.12.0.0 Safari/537.36",
    ],
    [
      "Vivaldi",
      "Linux",
      "(X11; Linux x86_64) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36 Vivaldi/7.0.3495.11",
    ],
    [
      "Whale",
      "Windows",
      "(Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0.0.0 Whale/4.29.282.14 Safari/537.36",
    ],
    ["Chrome", "ChromeOS", "(X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36"],
  ])("%s on %s", (browser, system, text) => {
    expect(deviceOf(`Mozilla/5.0 ${text}`)).toEqual({ browser, system });
  });

  it.each([null, "", "curl/8.5.0", "<script>alert(1)</script>", "\u0000"])("%j tells nothing", (text) => {
    expect(deviceOf(text)).toEqual({});
  });

  it("reads no more of it than a browser says", () => {
    const read = (length: number) => deviceOf(`${"Mozilla/5.0 (".padEnd(length, "x")} Firefox/140.0`);
    expect(read(100)).toMatchObject({ browser: "Firefox" });
    expect(read(1_000)).toEqual({});
    expect(deviceOf(`${"Mozilla/5.0 (".padEnd(1_000_000, "Version/1 ")} Safari/605`)).toEqual({});
  });
});

describe("countryOf", () => {
  afterEach(() => delete env().countryHeader);

  it("believes nobody as long as no header is named", () => {
    expect(countryOf(new Headers({ "CF-IPCountry": "JP", undefined: "JP" }))).toEqual({});
  });

  it.each([
    ["JP", { country: "JP" }],
    [" kr ", { country: "KR" }],
    ["XX", {}],
    ["ZZ", {}],
    ["T1", {}],
    ["JPN", {}],
    ["", {}],
    [undefined, {}],
  ])("%j of the named header", (value, expected) => {
    env().countryHeader = "CF-IPCountry";
    expect(countryOf(new Headers(value === undefined ? {} : { "cf-ipcountry": value }))).toEqual(expected);
  });
});
