/** The browser's texts: which files are loaded when, and what a lost one does. */
import { beforeEach, expect, it, vi } from "vitest";
import { makeClientI18n } from "~/i18n/i18n.client";

let requested: string[] = [];
let events: Event[] = [];
let isLost = false;

beforeEach(() => {
  [requested, events, isLost] = [[], [], false];
  vi.stubGlobal("window", {});
  vi.stubGlobal("dispatchEvent", (event: Event) => events.push(event));
  vi.stubGlobal("fetch", (file: string) => {
    requested.push(file);
    return isLost
      ? Promise.reject(new TypeError("Failed to fetch"))
      : Promise.resolve(Response.json({ title: file }));
  });
});

const japanese = () => makeClientI18n("ja", { common: { untitled: "ホーム" } });

it("requests the file of a namespace once, and none that the page has brought", async () => {
  const i18n = await japanese();
  await i18n.loadNamespaces(["common", "news"]);
  await i18n.loadNamespaces(["news"]);
  expect(requested).toHaveLength(1);
  expect(requested[0]).toMatch(/ja.*news/);
  expect(i18n.t("news:title")).toBe(requested[0]);
});

it("changes the language when all texts of the page have arrived", async () => {
  const i18n = await japanese();
  await i18n.loadNamespaces(["news"]);
  const changed = vi.fn();
  i18n.on("languageChanged", changed);
  const change = i18n.changeLanguage("en");
  expect([i18n.language, i18n.t("untitled")]).toEqual(["ja", "ホーム"]);
  await change;
  expect(changed).toHaveBeenCalledOnce();
  expect([i18n.language, requested.slice(1).map((file) => /en.*(common|news)/.test(file))]).toEqual([
    "en",
    [true, true],
  ]);
});

it("requests a file that did not come again, then reports it and never shows keys in its place", async () => {
  isLost = true;
  const i18n = await japanese();
  const settled = vi.fn();
  i18n.loadNamespaces(["news"]).then(settled, settled);
  await vi.waitFor(() => expect(events).toHaveLength(1), { timeout: 20_000 });
  expect(requested).toHaveLength(2);
  expect((events[0] as CustomEvent<string>).detail).toBe(requested[0]);
  expect(events[0]?.type).toBe("lost-texts");
  expect(settled).not.toHaveBeenCalled();
  expect(i18n.hasLoadedNamespace("news")).toBe(false);
});
