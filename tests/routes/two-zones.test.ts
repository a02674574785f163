/** Times of the API on the pages and in the files that show them: the same on a computer in any time zone. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loader as calendarLoader } from "~/routes/dao/calendar/route";
import { loader as feedLoader } from "~/routes/news/feed/route";
import { loader as sitemapLoader } from "~/routes/resources/sitemap";
import { replaceCachedReads } from "#server/api/public-cache.server";
import { sitemapFiles } from "#server/api/sitemap-cache.server";
import { SwrCache } from "#server/api/swr-cache.server";
import { faults } from "../mocks/server";
import { SiteBrowser } from "../kit/visitors/site-browser";
import { memberVisits } from "./my-page/support";
import { withSite } from "../kit/visitors/whole-site";
import { inZone } from "../kit/data/zones";

/** What the API sends, the instant, and the same in Japan. */
const times = [
  // Without a zone it is UTC; it is the next day in Japan, and the same day in New York.
  ["2026-12-24T23:30:00", "2026-12-24T23:30:00.000Z", "2026-12-25T08:30:00+09:00", "2026.12.25"],
  ["2026-12-31 15:00", "2026-12-31T15:00:00.000Z", "2027-01-01T00:00:00+09:00", "2027.01.01"],
  // A day alone is that day in Japan.
  ["2026-12-25", "2026-12-24T15:00:00.000Z", "2026-12-25T00:00:00+09:00", "2026.12.25"],
  // Summer time in New York, and the hour that it skips there.
  ["2026-07-01T03:15:00-04:00", "2026-07-01T07:15:00.000Z", "2026-07-01T16:15:00+09:00", "2026.07.01"],
  ["2026-03-08T02:30:00", "2026-03-08T02:30:00.000Z", "2026-03-08T11:30:00+09:00", "2026.03.08"],
] as const;

const NEWS_ID = 7;
const site = withSite(["news"]);
const zone = process.env["TZ"];
beforeEach(() => {
  sitemapFiles.clear();
  replaceCachedReads(new SwrCache());
});
afterEach(() => {
  if (zone === undefined) delete process.env["TZ"];
  else process.env["TZ"] = zone;
});

/** Makes the API send this time in a post, in the list of posts, and as the end of a vote. */
async function send(time: string): Promise<void> {
  const post = { id: NEWS_ID, type: "EVENT", title: "Lanterns", is_fixed: false, created_at: time };
  await faults(
    {
      ...{ path: "/api/news", exact: true },
      set: { "data.items": [post], "data.page_count": 1, "data.stats.total": 1 },
    },
    { path: `/api/news/${NEWS_ID}`, set: { "data.created_at": time } },
    { path: "/api/dao/suggestions/19", exact: true, set: { "data.end_at": time } },
  );
}

describe.each(["America/New_York", "Asia/Tokyo"])("on a computer in %s", (name) => {
  it.each(times)("shows %s as the same time everywhere [A012.1]", async (sent, instant, inJapan, day) => {
    inZone(name);
    await send(sent);
    const browser = new SiteBrowser(site, false, "ja");
    for (const path of ["/news", `/news/${NEWS_ID}`]) {
      const { html, status } = await browser.open(path);
      expect(status, path).toBe(200);
      expect(html, path).toContain(`<time dateTime="${inJapan}">${day}</time>`);
    }
    const { html } = await browser.open(`/news/${NEWS_ID}`);
    const structured = /"datePublished":"([^"]*)"/.exec(html)?.[1] ?? "";
    expect(new Date(structured).toISOString()).toBe(instant);

    const { visitor } = await memberVisits();
    const feed = String((await visitor.get(feedLoader, "/news/feed.xml")).data);
    expect([...feed.matchAll(/<updated>(.*?)<\/updated>/g)].map(([, at]) => at)).toEqual([instant, instant]);
    const map = await visitor.get(sitemapLoader, "/sitemaps/news-1.xml", { name: "news-1.xml" });
    expect(String(map.data)).toContain(`<lastmod>${instant}</lastmod>`);

    const file = await visitor.get(calendarLoader, "/dao/suggestions/19/voting.ics", { sId: "19" });
    const stamp = instant.replace(/[-:]|\.000/g, "");
    expect(String(file.data)).toContain(`DTSTART:${stamp}\r\n`);
  });
});
