/** The messages that stand over a page: who is told of a change, and how many are shown at once. */
import { afterAll, afterEach, expect, it, vi } from "vitest";
import type { RootData } from "~/components/document/root-data";
import { markup } from "./markup";

let flash: { kind: "info" | "error" | "success"; text: string }[] = [];
let hydrated = true;
vi.resetModules();
vi.doMock("@remix-run/react", () => ({
  useLocation: () => ({ key: "default" }),
  useNavigation: () => ({ state: "idle" }),
}));
vi.doMock("~/components/document/use-hydrated", () => ({ useHydrated: () => hydrated }));
const { Toasts, toastStore } = await import("~/components/message/toasts");
const { RootDataContext } = await import("~/components/document/root-data");
afterAll(() => {
  vi.doUnmock("@remix-run/react");
  vi.doUnmock("~/components/document/use-hydrated");
  vi.resetModules();
});
afterEach(() => {
  for (const { place } of toastStore.get()) toastStore.dismiss(place);
});

const message = (text: string) => ({ kind: "success" as const, text });
/** The messages that a page shows, in order. */
function shown(): string[] {
  const html = markup(
    <RootDataContext.Provider value={{ flash } as RootData}>
      <Toasts />
    </RootDataContext.Provider>,
  );
  return ["one", "two", "three", "four"].filter((text) => html.includes(text));
}

it("shows three at once with scripts; the fourth waits until a place is free [A155.2]", () => {
  hydrated = true;
  flash = ["one", "two", "three", "four"].map(message);
  expect(shown()).toEqual(["one", "two", "three"]);
  flash = flash.filter(({ text }) => text !== "two");
  expect(shown()).toEqual(["one", "three", "four"]);
});

it("shows all without scripts, where none can be closed", () => {
  hydrated = false;
  flash = ["one", "two", "three", "four"].map(message);
  expect(shown()).toEqual(["one", "two", "three", "four"]);
});

it("removes what was said about a sign-in that ended, and nothing else, when somebody signs in", () => {
  toastStore.add({ ...message("one"), isAboutSession: true });
  toastStore.add(message("two"));
  toastStore.dismissAboutSession();
  expect(toastStore.get().map(({ text }) => text)).toEqual(["two"]);
});

it("tells the page at once of each that is added or removed, and of errors that are over [A155.1]", () => {
  const seen: string[][] = [];
  const stop = toastStore.subscribe(() => seen.push(toastStore.get().map(({ text = "" }) => text)));
  toastStore.add(message("one"));
  toastStore.add({ kind: "error", text: "two" });
  toastStore.add(message("three"));
  const [first] = toastStore.get();
  toastStore.dismissErrors();
  toastStore.dismissErrors();
  toastStore.dismiss(first?.place ?? -1);
  expect(seen).toEqual([["one"], ["one", "two"], ["one", "two", "three"], ["one", "three"], ["three"]]);
  stop();
  toastStore.add(message("four"));
  expect(seen).toHaveLength(5);
});
