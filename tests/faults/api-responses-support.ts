/** The built site, all its pages and forms, and what they show while the API fails (api-responses.test.ts). */
import { createServer, type Server } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect } from "vitest";
import { HttpMember } from "../kit/visitors/http-member";
import { type Fault, type Member, SandboxClient } from "../kit/visitors/sandbox-client";
import { type RunningSite, startSite } from "../kit/programs/site";
import { SIGNATURE_FIELD } from "../kit/visitors/form-signatures";
import { TestClock } from "../kit/programs/test-clock";
import { texts } from "../kit/data/texts";

/** Returns a text of the catalogue. */
export const text = texts("ja", "errors");

/**
 * Behaviour of a page when its API calls fail. whole: the main content fails, so the status shows it; part: a part of
 * the page shows the message; extra: the page works without the data; file: a feed or download that contains only the
 * message.
 */
type Kind = "whole" | "part" | "extra" | "file";

/** Returns every page that reads from the API. `n` makes URLs that are in no cache. */
export function pages(member: Member, n: number): [Kind, string][] {
  return [
    ["extra", "/"],
    ["extra", `/support/inquiry?typeCode=LOGIN_FAIL&${n}`],
    ["whole", `/news?keyword=a${n}`],
    ["whole", `/support/faq?page=${n + 1}`],
    ["extra", "/my-page/tools"],
    ["extra", "/my-page/terminate"],
    ["whole", "/my-page/profile"],
    ["whole", "/my-page/history"],
    ["whole", "/my-page/ecommerce-history"],
    ["file", "/my-page/history.csv"],
    ["file", "/my-page/data.json"],
    ["whole", "/store/products"],
    ["whole", "/store/products/1"],
    ["whole", "/store/products/1/checkout"],
    ["whole", "/support/inquiries"],
    ["whole", `/support/inquiries/${member.inquiries[0]}`],
    ["part", "/dao"],
    ["part", "/dao/suggestions"],
    ["part", "/dao/suggestions/1"],
    ["part", "/dao/suggestions/1/debates/1"],
    ["part", "/dao/members"],
    ["file", "/dao/suggestions/1/voting.ics"],
    ["file", "/dao/votes.ics"],
  ];
}

/** Returns the forms whose call fails: the page must show the message and must not report success. */
function forms(member: Member): [string, Record<string, string>][] {
  const inquiry = { name: "A", email: "a@example.com", subject: "s", message: "m", confirmed: "yes" };
  return [
    ["/sign-in", { intent: "sign-in", email: member.email, password: member.password }],
    ["/find-password", { intent: "send", email: member.email }],
    ["/sign-up", { intent: "send-code", email: "new@example.com" }],
    ["/support/inquiry", { ...inquiry, typeCode: "BUG_ERROR", token: "inquiry" }],
    [`/support/inquiries/${member.inquiries[0]}`, { content: "reply", confirmed: "yes", token: "reply" }],
    ["/my-page/profile", { intent: "names", firstName: "B", lastName: "C" }],
    [
      "/my-page/profile",
      {
        intent: "password",
        oldPassword: member.password,
        newPassword: "Soria-2025!",
        newPasswordConfirm: "Soria-2025!",
      },
    ],
    ["/my-page/terminate", { confirm: "on" }],
    ["/dao/report?target=SUGGESTION&id=1", { reason: "SPAM", detail: "x", confirmed: "yes" }],
  ];
}

/** Creates a member with data, and signs them in. */
export async function signedIn(): Promise<{ member: Member; browser: HttpMember; cookie: string }> {
  const member = await sandbox.makeMember({ history: 5, orders: 2, inquiries: [{}] });
  const browser = new HttpMember(running.site.origin);
  await browser.signIn(member.email, member.password);
  return { member, browser, cookie: browser.cookieHeader };
}

/** Returns the form's fields with the signature from its page, which is loaded before the fault. */
async function withSignature(browser: HttpMember, path: string, fields: Record<string, string>) {
  const signature = await browser.signatureFor(path, fields["intent"]);
  return { path, fields: { ...fields, ...(signature ? { [SIGNATURE_FIELD]: signature } : {}) } };
}

interface PageResponse {
  path: string;
  status: number;
  /** Visible content, without the texts that the scripts receive. */
  shown: string;
  location: string | null;
  ms: number;
  isWhole: boolean;
}

/** Requests a page, or submits a form. */
export async function ask(
  path: string,
  cookie: string,
  fields?: Record<string, string>,
): Promise<PageResponse> {
  const began = performance.now();
  const response = await fetch(running.site.origin + path, {
    headers: { Cookie: cookie, ...(fields && { Origin: running.site.origin }) },
    redirect: "manual",
    ...(fields && { method: "POST", body: new URLSearchParams(fields) }),
  });
  const html = await response.text();
  const isPage = response.headers.get("Content-Type")?.startsWith("text/html") && response.status !== 303;
  // Only a 503 has Retry-After, on pages, forms and files.
  expect([path, response.headers.get("Retry-After")]).toEqual([path, response.status === 503 ? "2" : null]);
  return {
    path: `${fields ? `POST ${path} ${fields["intent"] ?? ""}` : path}`,
    status: response.status,
    shown: html.replace(/<script\b[\s\S]*?<\/script>/g, ""),
    location: response.headers.get("Location"),
    ms: performance.now() - began,
    isWhole: !isPage || (html.includes("<footer") && html.trimEnd().endsWith("</html>")),
  };
}

let round = 0;

interface Manner {
  /** Paths of forms that are not sent. */
  without?: RegExp;
  /** Time between the starts of two requests. */
  spacingMs?: number;
  /** Each request waits for the response of the one before. */
  inTurn?: boolean;
}

/** Applies the fault to every API call, and requests all pages and forms. */
export async function tryAll(
  fault: Omit<Fault, "path">,
  { without, spacingMs = 0, inTurn = false }: Manner = {},
) {
  round += 1;
  const { member, browser, cookie } = await signedIn();
  const chosen: Awaited<ReturnType<typeof withSignature>>[] = [];
  for (const [path, fields] of forms(member)) {
    if (!without?.test(path)) chosen.push(await withSignature(browser, path, fields));
  }
  await sandbox.faults([
    { path: "/api", ...fault },
    { path: "/order-service", ...fault },
  ]);
  try {
    let started = 0;
    let last: Promise<unknown> = Promise.resolve();
    const asked: typeof ask = (...what) => {
      const turn = inTurn ? last : pause(spacingMs * started++);
      const response = turn.then(() => ask(...what));
      last = response;
      return response;
    };
    const read = pages(member, round).map(async ([kind, path]) => ({ kind, ...(await asked(path, cookie)) }));
    // Forms for guests are sent without a session.
    const sent = chosen.map(({ path, fields }) =>
      asked(path, /^\/(sign|find)/.test(path) ? "" : cookie, fields),
    );
    const post = asked(`/news/${round + 1}`, "");
    return { pages: await Promise.all(read), forms: await Promise.all(sent), post: await post };
  } finally {
    await sandbox.faults([]);
  }
}

type All = Awaited<ReturnType<typeof tryAll>>;

/**
 * Checks the rules that apply to all failures of the API.
 *
 * @param silent pages whose part may be empty instead, because the schema accepts the response
 */
export function check(
  { pages: read, forms: sent }: All,
  status: number,
  message: string,
  silent = /^$/,
): void {
  for (const { kind, path, status: got, shown, isWhole } of read) {
    if (silent.test(path)) {
      expect(isWhole, path).toBe(true);
      continue;
    }
    expect(isWhole, `${path} is a whole page`).toBe(true);
    const isSaid = kind === "whole" || kind === "file";
    expect(got, path).toBe(isSaid ? status : 200);
    if (kind !== "extra") expect(shown, path).toContain(message);
    // The first line is the message; the next step may follow.
    if (kind === "file") expect(shown.trim().split("\n")[0], path).toBe(message);
  }
  for (const { path, status: got, shown, isWhole } of sent) {
    expect(isWhole, `${path} is a whole page`).toBe(true);
    expect(got, path).toBe(status);
    expect(shown, path).toContain(message);
  }
}

/** Returns all responses of `tryAll`. */
export const all = ({ pages: read, forms: sent, post }: All) => [...read, ...sent, post];

/** Pages requested before the fault, which are in the cache of public reads. */
export const kept = ["/news", "/news/1", "/support/faq"];

/** What the kept pages showed before the fault. */
export const before = new Map<string, string>();

/** Minimum age at which a page shows the age of its content (server/api/swr-cache.server.ts), in ms. */
export const OLD_MS = 60_000;

/** Text of the note after the time. */
export const NOTE = text("stale", { time: "|" }).split("|")[1] ?? "";

/** Returns the headings of the posts or questions of a page. */
export const content = (html: string) =>
  (html.match(/<(h1|h2|h3|summary)\b[\s\S]*?<\/\1>/g) ?? []).join("\n");

/** Asserts that the kept pages show what they showed before, with its age. */
export async function expectStale(): Promise<void> {
  for (const path of kept) {
    const { status, shown } = await ask(path, "");
    expect([path, status, shown.includes(NOTE)]).toEqual([path, 200, true]);
    expect(content(shown), path).toBe(before.get(path));
  }
}

/**
 * Asserts that no request made a call twice: a call that has timed out is not repeated while the visitor waits.
 *
 * @param after number of the last call before the fault
 */
export async function expectNoRepeats(after: number): Promise<void> {
  const { calls } = await sandbox.calls();
  const made = calls.filter(({ id, path }) => id > after && /^\/(api|order-service)/.test(path));
  expect(made.length).toBeGreaterThan(0);
  const names = made.map(({ requestId, method, path, query }) => `${requestId} ${method} ${path}?${query}`);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
}

/** The site's clock. */
export const clock = new TestClock();
export let running: RunningSite;
export let sandbox: SandboxClient;
/** Target of the API's redirects, which must not receive tokens. */
export let elsewhere: Server;
/** Number of requests that `elsewhere` received. */
export let lured = 0;

/** Starts the site and `elsewhere` before the tests of the file. */
export function useSite(): void {
  beforeAll(async () => {
    running = await startSite({ env: { LOG_LEVEL: "warn", ...clock.env } });
    sandbox = new SandboxClient(running.sandbox?.origin ?? "");
    elsewhere = createServer((_, response) => {
      lured += 1;
      response.end(JSON.stringify({ result: 1, message: "", data: null }));
    }).listen(0, "127.0.0.1");
  });
  afterAll(async () => {
    elsewhere.close();
    await running.stop();
    clock.remove();
  });
}
