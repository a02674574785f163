import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

/** Returns the tracked files below some folders with one of the endings. */
function filesIn(folders: string[], endings: RegExp): string[] {
  const listed = execFileSync("git", ["ls-files", ...folders], { encoding: "utf8" });
  return listed.split("\n").filter((file) => endings.test(file));
}

/** Colours by number. The words `black`, `white` and `transparent` are allowed: masks and print need them. */
const colour =
  /#(?:[\da-f]{8}|[\da-f]{6}|[\da-f]{3,4})\b(?!["'/-])|(?:rgb|hsl|oklch|oklab|lab|lch)a?\([\d_ ]/gi;

/** Files that may have colours, with the reason. */
const withColours: Record<string, string> = {
  "app/styles/tokens.css": "the place for them",
  "app/styles/tokens-night.css": "the place for them",
  "app/styles/tokens-contrast.css": "the place for them",
  "server/sandbox/stripe/browser/element.css": "imitates Stripe's frame, which has no tokens",
  "server/sandbox/stripe/browser/challenge.css": "imitates a bank's page",
};

describe("hard colours", () => {
  it("stand in no style sheet but the tokens", () => {
    const found = filesIn(["app", "server"], /\.css$/)
      .filter((file) => !(file in withColours))
      .flatMap((file) => (readFileSync(file, "utf8").match(colour) ?? []).map((hit) => `${file}: ${hit}`));
    expect(found).toEqual([]);
  });
});
