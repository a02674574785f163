/** What vite.config.ts promises of the shared files: a page loads those that it uses, and no other. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { forgetProcessState } from "../faults/session-support";
import { type RunningSite, startSite } from "../setup/site";

let running: RunningSite;
beforeAll(async () => {
  forgetProcessState();
  running = await startSite();
});
afterAll(() => running.stop());

it.each([
  ["/terms-of-use", { dates: false, conform: false }],
  ["/download", { dates: false, conform: false }],
  ["/sign-in", { dates: false, conform: true }],
  ["/news", { dates: true, conform: false }],
])("%s loads the files of %o", async (path, wanted) => {
  const html = await (await fetch(running.site.origin + path)).text();
  const loads = (file: string) => new RegExp(`/assets/${file}-[\\w-]+\\.js`).test(html);
  expect(loads("frame")).toBe(true);
  expect({ dates: loads("dates"), conform: loads("conform") }).toEqual(wanted);
});
