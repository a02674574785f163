/**
 * Every page and form of the built site against all kinds of API failures: the status, the catalogue's text in the
 * part of the page that needed the response, the number of calls, and that tokens are sent to no other host.
 */
import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Fault } from "../kit/visitors/sandbox-client";
import { figure, inRow, percentile, took } from "./table";
import {
  all,
  ask,
  before,
  check,
  clock,
  content,
  elsewhere,
  expectNoRepeats,
  expectStale,
  kept,
  lured,
  NOTE,
  OLD_MS,
  pages,
  running,
  sandbox,
  signedIn,
  text,
  tryAll,
  useSite,
} from "./api-responses-support";

useSite();

const NO_RESPONSE = text("http.noResponse");
const UNEXPECTED = text("http.unexpected");

/**
 * Runs first: an error response of the API removes the cached content (server/api/swr-cache.server.ts), so these
 * tests must not run between the filling of the cache and the outage that shows its content.
 */
describe("an API that refuses", () => {
  inRow("refusals");
  beforeEach(() => sandbox.faults([]));

  const refuse = (status: number) => tryAll({ status }, { without: /./ });

  it("with 403: each page shows the catalogue's text", async () => {
    const responses = await refuse(403);
    check(responses, 403, text("http.403"));
    figure(`403: ${responses.pages.length} pages, ${text("http.403")}`);
  });

  it("with 404: each page shows the catalogue's text, or its own for what is missing", async () => {
    const responses = await refuse(404);
    const own = /^\/(store\/products\/1|support\/inquiries\/|dao)/;
    check(responses, 404, text("http.404"), own);
    for (const { path, status } of responses.pages)
      if (/^\/store\/products\/1/.test(path)) expect(status, path).toBe(404);
    figure(`404: ${responses.pages.length} pages, ${text("http.404")}; an item, an inquiry: not found`);
  });

  it("with 400 and a code that is not about the call, or none: each page shows the unexpected-error text", async () => {
    const coded = await tryAll(
      { status: 400, body: { result: 1400, message: "", data: null } },
      { without: /./ },
    );
    check(coded, 502, UNEXPECTED, /^\/(dao|my-page\/ecommerce)/);
    const plain = await tryAll({ status: 400, body: {} }, { without: /./ });
    check(plain, 502, UNEXPECTED);
    figure(`400: ${coded.pages.length + plain.pages.length} pages, the unexpected-error text`);
  });

  it("with 401: a visitor reads the message; a member is signed out with it, once, and led back", async () => {
    const { member, cookie } = await signedIn();
    await sandbox.faults([
      { path: "/api", status: 401 },
      { path: "/order-service", status: 401 },
    ]);
    const visitor = await ask("/news?keyword=unauthorised", "");
    expect([visitor.status, visitor.shown.includes(text("http.401"))]).toEqual([401, true]);
    const mine = pages(member, 0).filter(([, path]) =>
      /^\/(my-page|store|support\/inquiries|dao)/.test(path),
    );
    const responses = await Promise.all(mine.map(([, path]) => ask(path, cookie)));
    // A request that started after another one had ended the session is a guest's. Some of these pages are public.
    const late = responses.filter(({ status }) => status !== 303);
    for (const { path, status } of late) expect([path, status]).toEqual([path, (await ask(path, "")).status]);
    expect(late.length).toBeLessThan(responses.length / 2);
    for (const { path, status, location } of responses.filter((each) => !late.includes(each)))
      expect([status, location]).toEqual([303, `/sign-in?redirectTo=${encodeURIComponent(path)}`]);

    const page = await ask(responses[0]?.location ?? "", cookie);
    // The first page after the end of the session shows the message: the sign-in, or a page for guests.
    const told = [...late, page].filter(({ shown }) => shown.includes(text("http.401")));
    expect([page.status, told.length]).toEqual([200, 1]);
    expect((await ask("/sign-in", cookie)).shown).not.toContain(text("http.401"));
    await sandbox.faults([]);
    expect((await ask("/my-page/profile", cookie)).status).toBe(303);
    figure(`401: ${responses.length} pages at once lead to the sign-in and back, the message is shown once`);
  });

  it("with 401 for a part of a page: the member is led to the sign-in and back", async () => {
    const { cookie } = await signedIn();
    await sandbox.faults([
      { path: "/api/users/me/history", status: 401 },
      { path: "/api/auth/refresh", status: 401 },
    ]);
    expect((await ask("/my-page/history", cookie)).location).toMatch(
      /^\/sign-in\?redirectTo=%2Fmy-page%2Fhistory/,
    );
    await sandbox.faults([]);
    figure("401 in a part of a page: the sign-in and back");
  });
});

describe("a page, when the API does not end its answer", () => {
  inRow("stalls");

  beforeAll(async () => {
    for (const path of kept) {
      const { shown } = await ask(path, "");
      expect(shown).not.toContain(NOTE);
      before.set(path, content(shown));
    }
  });

  it.each([
    ["stalls", { mode: "stall" as const }],
    ["stalls in mid-body", { mode: "stall-body" as const }],
    ["sends a byte a second", { mode: "drip" as const }],
  ])("shows that nothing answers, when the API %s", async (name, fault) => {
    // Calls with attachments have longer timeouts (15 and 60 s in the specification). Requests start one after the
    // other, so that they are not rendered at the same time.
    const last = (await sandbox.calls()).calls.at(-1)?.id ?? 0;
    const responses = await tryAll(fault, { without: /^\/support\/inquir/, spacingMs: 100 });
    check(responses, 504, NO_RESPONSE);
    expect(responses.post.status).toBe(504);
    const slow = all(responses).filter(({ status }) => status === 504);
    await expectNoRepeats(last);
    const times = slow.map(({ ms }) => ms);
    figure(
      `${name}: ${slow.length} pages and forms with 504, after ${percentile(times, 0)} to ${percentile(times, 1)} ms`,
    );
  });
});

describe("a page, when the answer of the API is nonsense", () => {
  inRow("nonsense");

  /** Calls without data on success: null is valid for them (docs/decisions/0005). */
  const forms = /^\/(sign-up|my-page|dao|support\/inquiries)/;
  const wrong = { result: 1, message: "SUCCESS", data: { items: "none", content: 5, page: "first" } };
  it.each<[string, Omit<Fault, "path">, { without?: RegExp; silent?: RegExp; inTurn?: boolean }?]>([
    ["500", { status: 500 }],
    ["502", { status: 502 }],
    ["503", { status: 503 }],
    // The API executes these calls, so the forms that end the session are excluded.
    ["truncated JSON", { mode: "truncate" }, { without: /^\/my-page/, silent: /debates/ }],
    ["HTML", { mode: "html" }],
    ["a wrong shape", { body: wrong }, { without: forms }],
    [
      "data null",
      { body: { result: 1, message: "SUCCESS", data: null } },
      { without: forms, silent: /^\/dao/ },
    ],
    // A gigabyte at once would take a busy machine longer than the call's timeout of 5 s.
    ["50 MB", { mode: "huge" }, { inTurn: true }],
    ["a redirect to another host", { mode: "redirect" }],
  ])("shows the unexpected-error text after %s", async (name, fault, { silent, ...how } = {}) => {
    const { port } = elsewhere.address() as AddressInfo;
    const location = `http://127.0.0.1:${port}/`;
    const began = performance.now();
    const responses = await tryAll({ ...fault, location }, how);
    check(responses, 502, UNEXPECTED, silent);
    // A post that cannot be loaded is not found (public-site-and-community.md section 2), unless the API says that it
    // can't answer now (docs/decisions/0075-a-post-that-cannot-be-loaded.md).
    const isOutage = [502, 503].includes(fault.status ?? 0);
    expect([responses.post.status, responses.post.location]).toEqual(
      isOutage ? [503, null] : [303, "/not-found"],
    );
    expect(lured, "requests to the other host").toBe(0);
    figure(
      `${name}: ${all(responses).length} pages and forms in ${Math.round(performance.now() - began)} ms`,
    );
  });

  it("causes no call to another host; the most memory of the site is printed", () => {
    const status = readFileSync(`/proc/${running.site.child.pid}/status`, "utf8");
    const most = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
    figure(
      `most memory of the site in all of it: ${Math.round(most)} MB; requests to the other host: ${lured}`,
    );
    expect(lured).toBe(0);
  });
});

describe("an API that is down", () => {
  inRow("down");
  // Resets the state that a failed test or an earlier attempt may have left.
  beforeEach(async () => {
    await running.reviveSandbox();
    await sandbox.faults([]);
  });

  it("and closes the connection: every page shows the catalogue's text, or cached content with its age", async () => {
    await clock.set(OLD_MS + 1_000, [running.site]);
    const responses = await tryAll({ mode: "close" });
    check(responses, 503, NO_RESPONSE);
    expect([responses.post.status, responses.post.shown.includes(NO_RESPONSE)]).toEqual([503, true]);
    figure(`connections closed: ${all(responses).length} pages and forms, 503 and the text`);
  });

  it("and refuses connections: every page shows the same texts, and a member can still sign out", async () => {
    const { member, cookie } = await signedIn();
    await running.sandbox?.stop("SIGKILL");
    const began = performance.now();
    const read = pages(member, 99).map(async ([kind, path]) => ({ kind, ...(await ask(path, cookie)) }));
    const post = ask("/news/20", "");
    const responses = { pages: await Promise.all(read), forms: [], post: await post };
    check(responses, 503, NO_RESPONSE);
    const times = all(responses).map(({ ms }) => ms);
    took("refused: the slowest page", percentile(times, 1));
    figure(
      `refused: ${responses.pages.length} pages in ${Math.round(performance.now() - began)} ms, 503 and the text`,
    );

    await expectStale();
    figure(`news, a post and the FAQ from the stale cache: 200, as they were, with the note`);

    const out = await ask("/sign-out", cookie, {});
    expect([out.status, out.location]).toEqual([303, "/"]);
    expect((await ask("/my-page/profile", cookie)).location).toMatch(/^\/sign-in/);
    expect((await ask("/healthz", "")).status).toBe(200);
    expect(running.site.child.exitCode).toBeNull();
  });
});

describe("the log of all that", () => {
  inRow("nonsense");

  it("names no errors but those that these tests cause", () => {
    const unexpected = running.site
      .output()
      .match(/^.*"(unexpected|unhandled rejection|front failed|render failed)".*$/gm);
    expect(unexpected ?? []).toEqual([]);
  });
});
