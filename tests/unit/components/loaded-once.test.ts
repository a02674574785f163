import type { ShouldRevalidateFunctionArgs } from "@remix-run/react";
import { expect, it } from "vitest";
import { loadedOncePer } from "~/components/document/route-exports";

const url = (path: string) => new URL(path, "http://localhost:3000");

/** Returns whether a navigation reloads the data, when Remix's default is `byDefault`. */
function runs(
  keyOf: Parameters<typeof loadedOncePer>[0],
  [from, to]: [string, string],
  more: Partial<ShouldRevalidateFunctionArgs> = {},
  byDefault = true,
): boolean {
  const idOf = (path: string) => ({ id: path.split(/[/?]/)[2] });
  return loadedOncePer(keyOf)({
    currentUrl: url(from),
    nextUrl: url(to),
    currentParams: idOf(from),
    nextParams: idOf(to),
    defaultShouldRevalidate: byDefault,
    ...more,
  });
}
const byId = ({ params }: { params: Record<string, string | undefined> }) => params["id"];

it("a layout's data are loaded once for what they depend on", () => {
  expect(runs(byId, ["/items/1", "/items/1/voters?page=2"])).toBe(false);
  // To Remix, a pathless layout is the same layout for every id.
  expect(runs(byId, ["/items/1", "/items/2"], {}, false)).toBe(true);
  expect(runs(({ pathname }) => pathname, ["/items/1", "/items/1?page=2"])).toBe(false);
});

it("they are loaded again after a form and when the same address is asked for again", () => {
  expect(runs(byId, ["/items/1", "/items/1/voters"], { formMethod: "POST" })).toBe(true);
  expect(runs(byId, ["/items/1", "/items/1"])).toBe(true);
});

it("nothing is loaded while there is no connection", () => {
  expect(runs(byId, ["/items/1", "/items/1"], { formMethod: "POST", actionResult: { offline: true } })).toBe(
    false,
  );
});
