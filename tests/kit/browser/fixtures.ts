/**
 * Fixtures of every browser test. A test fails if a page writes to console.error, throws, violates the content
 * security policy or requests anything outside this machine, or if a call of the site or a response of the sandbox
 * differs from contract/openapi.yaml.
 */
import { readFileSync } from "node:fs";
import { type BrowserContext, expect, type Page, type Response, test as base } from "@playwright/test";
import { launchOptions } from "./chromium";
import { checkA11y, checkHtml } from "./page-checks";
import { NEEDS_LOG, NEEDS_SANDBOX } from "../programs/running-site";
import { isInSample } from "../data/sample";
import { type Member, SandboxClient } from "../visitors/sandbox-client";
import { hydrated } from "./hydrated";

export { expect };
/** For `test.use` of a whole file: its pages load their images. */
export const withPictures = { launchOptions: launchOptions({ pictures: true }) };
export type { Member } from "../visitors/sandbox-client";

type Language = "ja" | "en" | "ko" | "zh";

interface Fixtures {
  /** Problems that the test expects, e.g. `test.use({ allowed: [/status of 503/] })`. */
  allowed: RegExp[];
  /** True if the browser of this project runs scripts. */
  scripts: boolean;
  /** The sandbox of this run: members, mail, faults, calls. Faults are cleared after the test. */
  sandbox: SandboxClient;
  /** A new member, for this test only. */
  member: Member;
  /** Signs a member in (default: `member`) without navigating the page. */
  signIn: (page: Page, member?: Member) => Promise<void>;
  /** Sets the interface language of the following pages. Default: Japanese. */
  speak: (lng: Language) => Promise<void>;
  /** Asserts that axe finds nothing on the current page. */
  checkA11y: (page: Page, options?: { contrast?: boolean; night?: boolean }) => Promise<void>;
  /** Asserts that html-validate finds nothing in the HTML that the server sent for the page. */
  checkHtml: (page: Page) => Promise<void>;
  sampled: void;
  problems: string[];
}

function site(): string {
  const value = process.env["SORIA_E2E_SITE"];
  if (!value) throw new Error("SORIA_E2E_SITE is unset: tests/kit/browser/e2e.ts has not run");
  return value;
}

/** Returns the origin of the run's sandbox; undefined for a running site without SANDBOX_URL. */
const sandboxOrigin = (): string | undefined => process.env["SORIA_E2E_SANDBOX"];

/** Returns the lines of the site's log. Skips the running test if the site was started by somebody else. */
function logLines(): string[] {
  const log = process.env["SORIA_E2E_LOG"];
  base.skip(!log, NEEDS_LOG);
  return readFileSync(log ?? "", "utf8").split("\n");
}

/** Returns the site's log lines about browser errors of the pages of one request. */
export function browserErrorsOf(requestId: string): Record<string, unknown>[] {
  return logLines()
    .filter((line) => line.includes('"msg":"browser error"') && line.includes(requestId))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

/**
 * Returns the statuses that the site has logged for a response. For a 304 the browser reports the status of its
 * cached copy.
 */
export function statusesOf(response: Response | null): number[] {
  const id = response?.headers()["x-request-id"] ?? "none";
  return logLines()
    .filter((line) => line.includes('"msg":"request"') && line.includes(`"requestId":"${id}"`))
    .map((line) => (JSON.parse(line) as { status: number }).status);
}

/** The last document that the server sent to each page. */
const documents = new WeakMap<Page, Response>();

/** Collects forbidden events of all pages of a context. */
async function watch(context: BrowserContext, problems: string[]): Promise<void> {
  const own = [site(), sandboxOrigin()];
  context.on("console", (message) => {
    if (message.type() !== "error") return;
    // Chromium logs this for every rejected form and for the 404 page. For a file it is a fault.
    const isPage = /the server responded with a status of 4\d\d/.test(message.text());
    const { url } = message.location();
    if (isPage && url.startsWith(site()) && !/\/assets\/|\.\w{2,5}$/.test(new URL(url).pathname)) return;
    problems.push(`console.error: ${message.text()} (${url})`);
  });
  context.on("weberror", (error) =>
    // An error without stack frames has an empty stack.
    problems.push(`page error on ${error.page()?.url()}: ${error.error().stack || String(error.error())}`),
  );
  context.on("request", (request) => {
    const url = request.url();
    if (url.startsWith(`${site()}/csp-report`)) problems.push(`policy broken: ${request.postData()}`);
    // The console contains the other kinds of errors.
    if (url === `${site()}/browser-error` && request.postData()?.includes('"kind":"hydration"'))
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
 * Keeps the browser's cache, and thus the site's files, when a context is reset for the next test. Playwright has no
 * option for this, so it overrides a method of its internal context. If a later version has no such object, the cache
 * is cleared and the tests take a few percent longer.
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
  baseURL: async ({}, use) => use(site()),
  scripts: async ({ javaScriptEnabled }, use) => use(javaScriptEnabled),
  // Comes first, so that a test that is left out starts no browser context.
  sampled: [
    async ({}, use, { file, titlePath, project }) => {
      base.skip(!isInSample(file, project.name, titlePath.join(" ")), "not in the sample of this run");
      await use();
    },
    { auto: true },
  ],
  problems: [
    async ({ context, allowed }, use) => {
      const problems: string[] = [];
      await watch(context, problems);
      await use(problems);
      expect(
        problems.filter((problem) => !allowed.some((pattern) => pattern.test(problem))),
        "what pages must not do",
      ).toEqual([]);
      // The difference may come from a parallel test; the line names the call.
      const sandbox = sandboxOrigin();
      if (!sandbox) return;
      const differences = await new SandboxClient(sandbox).takeDifferences();
      expect(differences, "calls that differ from contract/openapi.yaml").toEqual([]);
    },
    { auto: true },
  ],
  sandbox: async ({}, use) => {
    base.skip(!sandboxOrigin(), NEEDS_SANDBOX);
    const sandbox = new SandboxClient(sandboxOrigin() ?? "");
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
      const response = await goto(url, options);
      if (scripts && options?.waitUntil === undefined) await hydrated(page);
      return response;
    };
    keepCache(page.context());
    // A context with a fake clock cannot be reset, so the next test needs a new one.
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
      const { email, password } = who;
      const options = { form: { email, password }, headers: { Origin: baseURL ?? "" }, maxRedirects: 0 };
      const status = (await page.request.post("/sign-in", options)).status();
      expect(status, "sign-in").toBe(303);
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
      // A client-side navigation loads no document, so this requests it from the server.
      const served = isCurrent ? await last.text() : await (await page.request.get(page.url())).text();
      await checkHtml(page, served);
    });
  },
});
