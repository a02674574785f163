/**
 * What every browser test starts from. A test fails by itself when a page writes to console.error, throws, breaks
 * the content security policy, or asks for anything outside this machine, and when a call of the site or a response of
 * the sandbox differs from docs/contract/calls.json.
 */
import { readFileSync } from "node:fs";
import { type BrowserContext, expect, type Page, type Response, test as base } from "@playwright/test";
import { launchOptions } from "./chromium";
import { checkA11y, checkHtml } from "./page-checks";
import { type Member, SandboxClient } from "./sandbox-client";
import { takenOver } from "./taken-over";

export { expect };
/** For `test.use` of a whole file: its pages load their pictures. */
export const withPictures = { launchOptions: launchOptions({ pictures: true }) };
export type { Member, MemberOrder } from "./sandbox-client";

type Language = "ja" | "en" | "ko" | "zh";

interface Fixtures {
  /** Problems that the test expects, e.g. `test.use({ allowed: [/status of 503/] })`. */
  allowed: RegExp[];
  /** Whether the browser of this project runs scripts. */
  scripts: boolean;
  /** The sandbox of this run: members, mail, faults, calls. Faults are cleared after the test. */
  sandbox: SandboxClient;
  /** A fresh member, of this test alone. */
  member: Member;
  /** Signs a member in (the `member` when none is given); the page itself stays where it is. */
  signIn: (page: Page, member?: Member) => Promise<void>;
  /** The interface language of the pages that follow; Japanese without it. */
  speak: (lng: Language) => Promise<void>;
  /** axe finds nothing on the page as it is now. */
  checkA11y: (page: Page, options?: { contrast?: boolean; night?: boolean }) => Promise<void>;
  /** html-validate finds nothing in the HTML that the server sent for the page. */
  checkHtml: (page: Page) => Promise<void>;
  problems: string[];
}

function running(name: "SORIA_E2E_SITE" | "SORIA_E2E_SANDBOX" | "SORIA_E2E_LOG"): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is unset: tests/setup/e2e.ts has not run`);
  return value;
}

/** The lines that the site has logged so far of errors in browsers, of pages of one request. */
export function browserErrorsOf(requestId: string): Record<string, unknown>[] {
  const lines = readFileSync(running("SORIA_E2E_LOG"), "utf8").split("\n");
  return lines
    .filter((line) => line.includes('"msg":"browser error"') && line.includes(requestId))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** The statuses that the site has logged for a response: a browser shows what it had for a 304. */
export function statusesOf(response: Response | null): number[] {
  const id = response?.headers()["x-request-id"] ?? "none";
  const lines = readFileSync(running("SORIA_E2E_LOG"), "utf8").split("\n");
  return lines
    .filter((line) => line.includes('"msg":"request"') && line.includes(`"requestId":"${id}"`))
    .map((line) => (JSON.parse(line) as { status: number }).status);
}

/** The last document that the server sent to a page. */
const documents = new WeakMap<Page, Response>();

/** Collects what must not happen in any page of a context. */
async function watch(context: BrowserContext, problems: string[]): Promise<void> {
  const site = running("SORIA_E2E_SITE");
  const own = [site, running("SORIA_E2E_SANDBOX")];
  context.on("console", (message) => {
    if (message.type() !== "error") return;
    // Chromium says this of every refused form and of the 404 page; of a file it is a fault.
    const isPage = /the server responded with a status of 4\d\d/.test(message.text());
    const { url } = message.location();
    if (isPage && url.startsWith(site) && !/\/assets\/|\.\w{2,5}$/.test(new URL(url).pathname)) return;
    problems.push(`console.error: ${message.text()} (${url})`);
  });
  context.on("weberror", (error) =>
    problems.push(`page error: ${error.error().stack ?? String(error.error())}`),
  );
  context.on("request", (request) => {
    const url = request.url();
    if (url.startsWith(`${site}/csp-report`)) problems.push(`policy broken: ${request.postData()}`);
    // The console has the other kinds of errors.
    if (url === `${site}/browser-error` && request.postData()?.includes('"kind":"hydration"'))
      problems.push(`browser error: ${request.postData()}`);
    if (/^https?:/.test(url) && !own.includes(new URL(url).origin)) problems.push(`foreign request: ${url}`);
  });
  context.on("response", (response) => {
    const request = response.request();
    const isRedirect = response.status() >= 300 && response.status() < 400;
    if (!request.isNavigationRequest() || isRedirect) return;
    const frame = request.frame();
    if (frame.parentFrame() === null) documents.set(frame.page(), response);
  });
}

/**
 * Has a context that is emptied for the next test keep the browser's cache, and with it the site's files. Playwright has
 * no setting for that, so its half of the context (in this process) is told; where a later version has no such half,
 * the cache is emptied, and the tests take a few hundredths longer.
 */
function keepCache(context: BrowserContext): void {
  const { _connection: connection } = context as {
    _connection?: { toImpl?: (one: unknown) => { clearCache: () => Promise<void> } };
  };
  const impl = connection?.toImpl?.(context);
  if (impl) impl.clearCache = () => Promise.resolve();
}

export const test = base.extend<Fixtures>({
  allowed: [[], { option: true }],
  baseURL: async ({}, use) => use(running("SORIA_E2E_SITE")),
  scripts: async ({ javaScriptEnabled }, use) => use(javaScriptEnabled),
  problems: [
    async ({ context, allowed }, use) => {
      const problems: string[] = [];
      await watch(context, problems);
      await use(problems);
      expect(
        problems.filter((problem) => !allowed.some((pattern) => pattern.test(problem))),
        "what pages must not do",
      ).toEqual([]);
      // May be of a test beside this one: the line says which call.
      const differences = await new SandboxClient(running("SORIA_E2E_SANDBOX")).takeDifferences();
      expect(differences, "calls that differ from docs/contract/calls.json").toEqual([]);
    },
    { auto: true },
  ],
  sandbox: async ({}, use) => {
    const sandbox = new SandboxClient(running("SORIA_E2E_SANDBOX"));
    let hadFaults = false;
    const faults = sandbox.faults.bind(sandbox);
    sandbox.faults = (rules) => {
      hadFaults = true;
      return faults(rules);
    };
    await use(sandbox);
    if (hadFaults) await faults([]);
  },
  member: async ({ sandbox }, use) => use(await sandbox.makeMember()),
  page: async ({ page, scripts }, use) => {
    const goto = page.goto.bind(page);
    page.goto = async (url, options) => {
      const answer = await goto(url, options);
      if (scripts && options?.waitUntil === undefined) await takenOver(page);
      return answer;
    };
    keepCache(page.context());
    // A context whose clock was taken over does not come clean: the next test needs another one.
    let hasClock = false;
    const install = page.clock.install.bind(page.clock);
    page.clock.install = (options) => {
      hasClock = true;
      return install(options);
    };
    await use(page);
    if (hasClock) await page.context().close();
  },
  signIn: async ({ member, baseURL }, use) => {
    await use(async (page, who = member) => {
      const answer = await page.request.post("/sign-in", {
        form: { email: who.email, password: who.password },
        headers: { Origin: baseURL ?? "" },
        maxRedirects: 0,
      });
      expect(answer.status(), "sign-in").toBe(303);
    });
  },
  speak: async ({ context, baseURL }, use) => {
    await use(async (lng) => {
      const value = encodeURIComponent(Buffer.from(JSON.stringify(lng)).toString("base64"));
      await context.addCookies([{ name: "lng", value, url: baseURL ?? "" }]);
    });
  },
  checkA11y: async ({ scripts }, use) => use((page, options) => checkA11y(page, { scripts, ...options })),
  checkHtml: async ({}, use) => {
    await use(async (page) => {
      const last = documents.get(page);
      const isCurrent = last?.url() === page.url();
      // After a navigation by script there was no document: the server is asked for it.
      const served = isCurrent ? await last.text() : await (await page.request.get(page.url())).text();
      await checkHtml(page, served);
    });
  },
});
