/** The list of suggestions counts the others that it shows, on each page, whatever stands above them. */
import { beforeAll, expect, it } from "vitest";
import { faults } from "../mocks/server";
import { SiteBrowser, wordsOf } from "../kit/visitors/site-browser";
import { texts } from "../kit/data/texts";
import { openSite } from "../kit/visitors/whole-site";
import { enter, made } from "./form-site";

const say = texts("en", "dao");
let browser: SiteBrowser;
beforeAll(async () => {
  browser = new SiteBrowser(await openSite(["account", "dao", "site/home"]), false, "en");
  await enter(browser, await made());
});

/** Returns the list below the head: its headings with what follows them. */
async function listAt(path: string): Promise<string> {
  const { status, html } = await browser.open(path);
  expect(status).toBe(200);
  return wordsOf(/<div[^>]*class="list-part"[\s\S]*<\/main>/.exec(html)?.[0] ?? "");
}
const others = (count: number) => `${say("list.others")} ${say("list.count_other", { count })}`;

it("counts the same others on page 1 and on page 2, which repeats no open vote", async () => {
  expect(await listAt("/dao/suggestions")).toContain(others(14));
  expect(await listAt("/dao/suggestions")).toContain(say("list.open"));
  const second = await listAt("/dao/suggestions?page=2");
  // Nothing stands above them. Words of a filter are the same as the heading of the open votes.
  expect(second.trim().startsWith(others(14)), second.slice(0, 100)).toBe(true);
});

it("counts open votes that are not shown above among the others", async () => {
  const items = [1, 2].map((id) => ({ id, status: "IN_PROGRESS", title: `Vote ${id}` }));
  const body = { result: 1, message: "", data: { items, page_count: 15, stats: { total: 30 } } };
  await faults({ method: "GET", path: "/api/dao/suggestions", status: 200, body });
  for (const path of ["/dao/suggestions", "/dao/suggestions?page=2"])
    expect(await listAt(path), path).toContain(others(28));
});

it("counts all of a list with a filter, and of the member's own", async () => {
  const list = await listAt("/dao/suggestions?status=PASSED");
  expect(list).not.toContain(say("list.others"));
  expect(list).toContain(say("list.found"));
  expect(await listAt("/dao/suggestions/mine")).not.toContain(say("list.others"));
});
