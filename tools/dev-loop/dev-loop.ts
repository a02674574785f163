/**
 * `npm run test:dev`: measures the development loop. Starts `npm run dev` in a copy of the project, edits a file of
 * each kind, and measures the time until the change is visible in a browser or a response. Fails if a change is not
 * visible within two seconds, or if state that should be kept is lost.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { chromium } from "@playwright/test";
import { chromiumFlags, findChromium } from "../../tests/kit/browser/chromium";
import { copyProject } from "../../tests/kit/programs/project-copy";
import { freePort } from "../../tests/kit/programs/redis-server";
import { bringChromium } from "../run-tests/tools";

const LIMIT_MS = 2_000;

interface Change {
  what: string;
  file: string;
  from: string;
  to: string;
  /** Returns true if the change is visible. */
  isSeen: () => Promise<boolean>;
  /** Name and check of the state that the change must preserve. */
  keeps?: [what: string, isSo: () => Promise<boolean>];
  /** Line that the terminal must show. */
  line?: RegExp;
}

bringChromium();
const copy = copyProject();
const [port, sandboxPort] = [await freePort(), await freePort()];
const [site, sandbox] = [`http://localhost:${port}`, `http://localhost:${sandboxPort}`];
const began = Date.now();
const dev = spawn(process.execPath, ["--import", "tsx", "server/cli/start.ts", "--dev"], {
  cwd: copy,
  env: { ...process.env, PORT: String(port), SANDBOX_PORT: String(sandboxPort), LOG_LEVEL: "error" },
  stdio: ["ignore", "pipe", "pipe"],
});
const ended = once(dev, "exit");
let output = "";
dev.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
dev.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/**
 * Polls until a condition holds.
 * @returns the time it took, in ms
 * @throws Error after 30 s
 */
async function until(what: string, isSo: () => Promise<boolean>): Promise<number> {
  const start = Date.now();
  while (Date.now() - start < 30_000) {
    if (await isSo().catch(() => false)) return Date.now() - start;
    await pause(20);
  }
  throw new Error(`${what}: not seen in half a minute.\n${output.slice(-4_000)}`);
}
const text = async (address: string) => (await fetch(address)).text();
const post = (address: string, body: unknown) =>
  fetch(address, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });

const pageChange = {
  file: "app/routes/account/sign-in/route.tsx",
  from: '<CardHead title={t("signIn.title")}',
  to: '<CardHead title={`${t("signIn.title")} (edited)`}',
};

const failures: string[] = [];
const browser = await chromium.launch({
  ...(findChromium() ? { executablePath: findChromium() as string } : {}),
  args: chromiumFlags,
});
try {
  const start = await until("the first page", async () => (await fetch(`${site}/sign-in`)).ok);
  console.log(
    `${seconds(Date.now() - began)}  from the start to the first page (${seconds(start)} of waiting)`,
  );

  const made = await post(`${sandbox}/__members`, {});
  const member = (await made.json()) as { email: string; password: string };
  const canSignIn = async () =>
    (
      await post(`${sandbox}/api/auth/sign-in`, {
        email: member.email,
        password: member.password,
        language: "EN",
        platform: "WEB",
      })
    ).ok;
  // A member who stays signed in on the site throughout.
  const signedIn = await browser.newContext();
  const form = await signedIn.newPage();
  await form.goto(`${site}/sign-in?lng=en`);
  await form.getByRole("textbox", { name: /^E-mail/ }).fill(member.email);
  await form.getByLabel("Password", { exact: true }).fill(member.password);
  await form.getByRole("main").getByRole("button", { name: "Sign in", exact: true }).click();
  await form.waitForURL((url) => url.pathname === "/");
  const isSignedIn = async () =>
    new URL((await signedIn.request.get(`${site}/my-page`)).url()).pathname !== "/sign-in";

  const page = await (await browser.newContext()).newPage();
  await page.goto(`${site}/sign-in?lng=en`);
  const email = page.getByRole("textbox", { name: /^E-mail/ });
  await email.fill("typed@soria.test");
  const keepsTyped: Change["keeps"] = [
    "what is typed",
    async () => (await email.inputValue()) === "typed@soria.test",
  ];
  const head = page.getByRole("heading", { level: 1 });

  const changes: Change[] = [
    {
      what: "a text",
      file: "app/i18n/locales/en/account.json",
      from: '"lead": "Welcome back.',
      to: '"lead": "Welcome home.',
      isSeen: () => page.getByText("Welcome home.").isVisible(),
      keeps: keepsTyped,
    },
    {
      what: "a page",
      ...pageChange,
      isSeen: () => page.getByRole("heading", { level: 1, name: "(edited)" }).isVisible(),
      keeps: keepsTyped,
    },
    {
      what: "a component",
      file: "app/components/page/card-head.tsx",
      from: "<h1>{title}</h1>",
      to: "<h1>{title} (edited)</h1>",
      isSeen: async () => (await head.innerText()).includes("(edited)"),
      keeps: keepsTyped,
    },
    {
      what: "a style",
      file: "app/styles/buttons.css",
      from: ".btn {\n  --b: var(--action);",
      to: ".btn {\n  min-width: 21px;\n  --b: var(--action);",
      isSeen: async () =>
        (await page
          .getByRole("main")
          .getByRole("button", { name: "Sign in", exact: true })
          .evaluate((button) => getComputedStyle(button).minWidth)) === "21px",
      keeps: keepsTyped,
    },
    {
      what: "a rule of app/domain",
      file: "app/domain/paths.ts",
      from: 'download: "/download"',
      to: 'download: "/download?edited"',
      isSeen: async () =>
        (await page
          .getByRole("banner")
          .getByRole("link", { name: "Download", exact: true })
          .first()
          .getAttribute("href")) === "/download?edited",
    },
    {
      what: "the API client",
      file: "server/api/public-cache.server.ts",
      from: "return { ...post, image",
      to: "return { ...post, title: `${post.title} (edited)`, image",
      isSeen: async () => (await text(`${site}/news`)).includes("(edited)"),
      keeps: ["the session", isSignedIn],
    },
    {
      what: "the HTTP front",
      file: "server/http/security-headers.ts",
      from: '"camera=()"',
      to: '"camera=(self)"',
      isSeen: async () =>
        (await fetch(`${site}/news`)).headers.get("permissions-policy")?.includes("camera=(self)") ?? false,
      keeps: ["the session", isSignedIn],
      line: /a new HTTP front/,
    },
    {
      what: "the sandbox",
      file: "server/sandbox/api/news.ts",
      from: "  noticeImages: image",
      to: '  title: "A title (edited)",\n  noticeImages: image',
      isSeen: async () =>
        (await text(`${sandbox}/api/news?language=EN&page=1&size=5&scope=WEB`)).includes("(edited)"),
      keeps: ["its data", canSignIn],
      line: /sandbox\/api\/news\.ts/,
    },
    {
      what: "a syntax error in a page: its message, in the page",
      file: "app/routes/account/sign-in/route.tsx",
      from: "export default function SignIn() {",
      to: "const = ;\nexport default function SignIn() {",
      isSeen: async () => {
        const said = await text(`${site}/sign-in`);
        return said.includes("sign-in/route.tsx") && said.includes("const = ;");
      },
    },
    {
      what: "a syntax error in the HTTP front: its message, in the page",
      file: "server/http/security-headers.ts",
      from: "const permissionsPolicy",
      to: "const = ;\nconst permissionsPolicy",
      isSeen: async () => (await text(`${site}/news`)).includes("security-headers.ts"),
    },
  ];

  for (const { what, file, from, to, isSeen, keeps, line } of changes) {
    const path = join(copy, file);
    const before = readFileSync(path, "utf8");
    if (before.split(from).length !== 2) throw new Error(`${file} has not once: ${from}`);
    const written = output.length;
    writeFileSync(path, before.replace(from, to));
    const ms = await until(what, isSeen);
    const lost: string[] = [];
    if (keeps && !(await keeps[1]())) lost.push(`lost: ${keeps[0]}`);
    if (line && !line.test(output.slice(written))) lost.push("no line in the terminal");
    if (ms > LIMIT_MS) lost.push(`more than ${seconds(LIMIT_MS)}`);
    if (lost.length > 0) failures.push(`${what}: ${lost.join(", ")}`);
    console.log(
      `${seconds(ms)}  ${what}${keeps ? `, keeping ${keeps[0]}` : ""} (${file}) ${lost.join(", ")}`,
    );
    // A person saves again after a second at the earliest; Vite may miss a save 0.2 s after another one.
    await pause(1_000);
    writeFileSync(path, before);
    await until(`${what}, taken back`, async () => !(await isSeen()) && (await fetch(`${site}/news`)).ok);
    // Late effects of this change must not affect the next measurement.
    await pause(1_000);
  }
} finally {
  await browser.close();
  dev.kill("SIGTERM");
  await ended;
  rmSync(copy, { recursive: true, force: true });
}
console.log(failures.length === 0 ? "All of it was seen in time." : failures.join("\n"));
process.exit(failures.length === 0 ? 0 : 1);
