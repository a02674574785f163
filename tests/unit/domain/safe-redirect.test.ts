import { describe, expect, test } from "vitest";
import { safeRedirect } from "~/domain/safe-redirect";

describe("paths of this site are followed", () => {
  test.each([
    ["/", "/"],
    ["/news", "/news"],
    ["/news?type=EVENT&page=2", "/news?type=EVENT&page=2"],
    ["/my-page/history?from=2026-11-13#row-3", "/my-page/history?from=2026-11-13#row-3"],
    ["/support/faq#faq-12", "/support/faq#faq-12"],
    ["/a/../news", "/news"],
    ["/news?back=https://evil.example", "/news?back=https://evil.example"],
    ["/%2F%2Fevil.example", "/%2F%2Fevil.example"],
    ["/news?q=日本", "/news?q=%E6%97%A5%E6%9C%AC"],
    ["/@evil.example", "/@evil.example"],
  ])("%s", (target, path) => {
    expect(safeRedirect(target, "/fallback")).toBe(path);
  });
});

describe("everything else is not", () => {
  test.each([
    ["nothing", undefined],
    ["null", null],
    ["a number", 7],
    ["a file", new File([], "x")],
    ["an empty text", ""],
    ["a relative path", "news"],
    ["a query alone", "?x=1"],
    ["another origin", "https://evil.example/"],
    ["without a scheme", "//evil.example"],
    ["three slashes", "///evil.example"],
    ["a backslash for the second slash", "/\\evil.example"],
    ["backslashes", "\\\\evil.example"],
    ["a backslash further on", "/news\\..\\..\\evil.example"],
    ["a tab", "/\t/evil.example"],
    ["a newline", "/\n/evil.example"],
    ["a carriage return (header splitting)", "/news\r\nSet-Cookie: a=b"],
    ["a null", "/\u0000/evil.example"],
    ["a leading space", " /evil.example"],
    ["a leading tab", "\t//evil.example"],
    ["delete", "/\u007f/evil.example"],
    ["next line", "/\u0085/evil.example"],
    ["a line separator", "/\u2028/evil.example"],
    ["javascript", "javascript:alert(1)"],
    ["data", "data:text/html,x"],
    ["dots that leave a double slash", "/.//evil.example"],
    ["dots that climb to a double slash", "/a/..//evil.example"],
    ["encoded dots that do", "/%2e//evil.example"],
    ["too long", `/${"a".repeat(3000)}`],
  ])("%s [A075.4]", (_name, target) => {
    expect(safeRedirect(target, "/fallback")).toBe("/fallback");
  });

  test("the fallback is home when none is given", () => {
    expect(safeRedirect("//evil.example")).toBe("/");
  });
});
