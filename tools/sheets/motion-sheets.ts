/**
 * Sheets of motion, frame by frame: the page transition, a parcel's landing and the splash. Each animation is paused
 * and set to the time of a frame, so that a sheet does not depend on the machine's speed.
 */
import type { Browser, Page } from "@playwright/test";
import { hydrated } from "../../tests/kit/browser/hydrated";
import { pauseTransitions } from "../../tests/kit/browser/page-transition";
import type { SandboxClient } from "../../tests/kit/visitors/sandbox-client";
import type { Shot } from "./sheet-layout";
import { signInPage } from "./sheet-member";

const viewport = { width: 1366, height: 650 };

/** Runs in the page. Shows each animation as it is `ms` after the moment at which this function first saw it. */
function hold(ms: number): void {
  const host = window as unknown as { seen?: Map<Animation, number> };
  const seen = (host.seen ??= new Map());
  for (const animation of document.getAnimations()) {
    // Those that follow the scroll position have no time.
    if (animation.timeline !== document.timeline) continue;
    if (!seen.has(animation)) {
      animation.pause();
      seen.set(animation, ms);
    }
    animation.currentTime = ms - (seen.get(animation) ?? ms);
  }
}

type Clip = { x: number; y: number; width: number; height: number };

async function frames(page: Page, name: string, times: number[], clip?: Clip): Promise<Shot[]> {
  const shots: Shot[] = [];
  for (const ms of times) {
    await page.evaluate(hold, ms);
    shots.push({ caption: `${name} ${ms} ms`, png: await page.screenshot(clip && { clip }) });
  }
  return shots;
}

/** The mist parts between the news and the terms. */
async function transition(page: Page): Promise<Shot[]> {
  await page.goto("/news", { waitUntil: "load" });
  await hydrated(page);
  const before = { caption: "page transition, before", png: await page.screenshot() };
  await pauseTransitions(page);
  await page.locator('footer a[href="/terms-of-use"]').click();
  await page.locator('html[data-passage="paused"]').waitFor();
  return [before, ...(await frames(page, "page transition", [0, 60, 120, 180, 240, 300]))];
}

/** The balloon sets a parcel down. The picture is put into the page, because nothing can pause an image. */
async function landing(page: Page): Promise<Shot[]> {
  await page.goto("/my-page", { waitUntil: "load" });
  await page.evaluate(async () => {
    const response = await fetch("/my-page/island.svg?landing");
    const picture = document.querySelector(".member .island-picture");
    if (!picture) throw new Error("My page has no island");
    picture.innerHTML = (await response.text()).replace("<svg", '<svg class="member__island"');
  });
  const island = { x: 986, y: 68, width: 380, height: 272 };
  return frames(page, "landing", [0, 500, 1_000, 1_500, 2_000, 2_600, 3_000, 3_700], island);
}

/** How long the splash stays if nobody ends it, in ms (app/routes/site/home/splash-bootstrap.js). */
const SPLASH_MS = 4_000;

async function splash(page: Page): Promise<Shot[]> {
  // Stops the page's clock: timers would end the splash while it is photographed, and a slow page shows none.
  const now = Date.now();
  await page.clock.install({ time: now });
  await page.clock.pauseAt(now + 100);
  await page.goto("/", { waitUntil: "load" });
  await page.locator(".splash[data-ready]").waitFor();
  const shown = await frames(page, "splash", [0, 300, 900, 2_400]);
  await page.evaluate(hold, SPLASH_MS);
  await page.clock.fastForward(SPLASH_MS);
  await page.locator('.splash[data-state="off"]').waitFor();
  const left = [0, 300, 600, 900, 1_200, 1_500, 1_800, 2_300].map((ms) => SPLASH_MS + ms);
  return [...shown, ...(await frames(page, "splash", left))];
}

/** Photographs the three motions. @returns the shots by the name of their sheet */
export async function motionShots(
  browser: Browser,
  baseURL: string,
  client: SandboxClient,
): Promise<Record<string, Shot[]>> {
  const open = async () => {
    const context = await browser.newContext({
      ...{ baseURL, viewport, locale: "ja-JP", reducedMotion: "no-preference" },
      // For the picture that is put into the page.
      bypassCSP: true,
    });
    return context.newPage();
  };
  const splashPage = await open();
  const shots: Record<string, Shot[]> = { splash: await splash(splashPage) };
  const page = await open();
  await signInPage(page, await client.makeMember({ orders: 3 }));
  shots["transition"] = await transition(page);
  shots["landing"] = await landing(page);
  await Promise.all([splashPage.context().close(), page.context().close()]);
  return shots;
}
