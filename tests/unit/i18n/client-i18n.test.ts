/** The browser's texts: which files are loaded when, and what a lost one does. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ClientI18n } from "~/i18n/i18n.client";

let asked: string[] = [];
let events: Event[] = [];
let isLost = false;

beforeEach(() => {
  [asked, events, isLost] = [[], [], false];
  vi.stubGlobal("window", {});
  vi.stubGlobal("dispatchEvent", (event: Event) => events.push(event));
  vi.stubGlobal("fetch", (file: string) => {
    asked.push(file);
    return isLost
      ? Promise.reject(new TypeError("Failed to fetch"))
      : Promise.resolve(Response.json({ file }));
  });
});
afterEach(() => vi.unstubAllGlobals());

const japanese = () => new ClientI18n("ja", [["common", { home: "ホーム" }]]);

it("loads the file of a namespace once, and none that it has", async () => {
  const i18n = japanese();
  expect(i18n.load(["common"])).toBeUndefined();
  const load = i18n.load(["common", "news"]);
  void i18n.load(["news"]);
  await load;
  expect(i18n.load(["common", "news"])).toBeUndefined();
  expect(asked).toHaveLength(1);
  expect(asked[0]).toMatch(/ja.*news/);
  expect(i18n.translation("news").t("file")).toBe(asked[0]);
});

it("changes the language when all texts of the page have come, and tells so", async () => {
  const i18n = japanese();
  const before = i18n.translation("common");
  expect(i18n.translation("common")).toBe(before);
  i18n.onChange = vi.fn();
  const change = i18n.changeLanguage("en");
  expect([i18n.language, before.t("home")]).toEqual(["ja", "ホーム"]);
  await change;
  expect(i18n.onChange).toHaveBeenCalledOnce();
  expect([i18n.language, asked.length]).toEqual(["en", 1]);
  expect(i18n.translation("common")).not.toBe(before);
  expect(i18n.translation("common").t("file")).toMatch(/en.*common/);
});

it("asks again for a file that did not come, then reports it and shows nothing in its place", async () => {
  isLost = true;
  const i18n = japanese();
  const settled = vi.fn();
  i18n.load(["news"])?.then(settled, settled);
  await vi.waitFor(() => expect(events).toHaveLength(1));
  expect(asked).toHaveLength(2);
  expect((events[0] as CustomEvent<string>).detail).toBe(asked[0]);
  expect(events[0]?.type).toBe("lost-texts");
  expect(settled).not.toHaveBeenCalled();
});
