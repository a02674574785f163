/** Sheets of what the hour and a member's doings change: eight skies, and five islands through a day. */
import type { Browser } from "@playwright/test";
import type { PassType } from "~/domain/dao";
import type { IslandLight } from "#server/island/light.server";
import { composeIsland, type IslandFacts } from "#server/island/svg.server";
import type { SandboxClient } from "../../tests/kit/visitors/sandbox-client";
import type { Shot } from "./sheet-layout";
import { signInPage } from "./sheet-member";

/** One hour of each sky (brand/skies.css). */
const skies = {
  5: "dawn",
  8: "morning",
  12: "noon",
  15: "afternoon",
  17: "sunset",
  18: "dusk",
  20: "lamps",
  23: "night",
};
/** Where the sky stands: the hero, a page's head, the gate. The second number is the height of the picture. */
const places = [
  ["/", 650],
  ["/news", 260],
  ["/sign-in", 650],
] as const;

const options = { locale: "ja-JP", reducedMotion: "reduce" } as const;

/** Photographs hero, head and gate under each sky: one row for each place. */
export async function skyShots(browser: Browser, baseURL: string): Promise<Shot[]> {
  const context = await browser.newContext({ ...options, baseURL, viewport: { width: 1366, height: 650 } });
  const page = await context.newPage();
  const shots: Shot[] = [];
  for (const [path, height] of places) {
    const clip = { x: 0, y: 0, width: 1366, height };
    await page.goto(path, { waitUntil: "load" });
    await page.evaluate(() => document.fonts.ready);
    for (const [hour, name] of Object.entries(skies)) {
      await page.evaluate((value) => document.documentElement.setAttribute("data-hour", value), hour);
      shots.push({ caption: `${path} ${hour}:00 ${name}`, png: await page.screenshot({ clip }) });
    }
  }
  await context.close();
  return shots;
}

const passes = (count: number) =>
  (["ENTRY", "VOTING", "SUGGESTION", "BUSINESS", "CANDIDACY"] as PassType[]).slice(0, count);

/** Five members, from the first day to the third year. */
const members: IslandFacts[] = [
  { seed: "11", ageDays: 0, orders: 0, votes: 0, passes: [] },
  { seed: "27", ageDays: 45, orders: 1, votes: 2, passes: passes(1) },
  { seed: "40", ageDays: 150, orders: 3, votes: 5, passes: passes(2) },
  { seed: "58", ageDays: 400, orders: 6, votes: 9, passes: passes(3) },
  { seed: "79", ageDays: 900, orders: 9, votes: 12, passes: passes(5) },
];

const lightAt: Record<number, IslandLight> = {
  6: "dusk",
  9: "day",
  13: "day",
  16: "day",
  18: "dusk",
  22: "night",
};

/** Photographs the islands of five members on My page at six hours: one row for each member. */
export async function islandShots(browser: Browser, baseURL: string, client: SandboxClient): Promise<Shot[]> {
  const shots: Shot[] = [];
  const clip = { x: 986, y: 80, width: 380, height: 250 };
  for (const facts of members) {
    const context = await browser.newContext({ ...options, baseURL, viewport: { width: 1366, height: 650 } });
    const page = await context.newPage();
    let light: IslandLight = "day";
    // The facts are given, because no order to the sandbox makes votes or passes.
    await page.route("**/my-page/island.svg*", (route) =>
      route.fulfill({
        contentType: "image/svg+xml",
        body: composeIsland(facts, [], { light, isOnPaper: route.request().url().includes("paper") }),
      }),
    );
    await signInPage(page, await client.makeMember());
    for (const [hour, itsLight] of Object.entries(lightAt)) {
      light = itsLight;
      await page.goto("/my-page", { waitUntil: "load" });
      await page.evaluate((value) => document.documentElement.setAttribute("data-hour", value), hour);
      const { ageDays, votes, orders } = facts;
      const caption = `day ${ageDays}, ${votes} votes, ${orders} orders, ${hour}:00`;
      shots.push({ caption, png: await page.screenshot({ clip }) });
    }
    await context.close();
  }
  return shots;
}
