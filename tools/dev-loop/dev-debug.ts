/**
 * Part of `npm run test:dev`: a developer's tools. Runs `npm run dev -- --inspect` in a copy of the project whose
 * node_modules is a link, and checks breakpoints in page, front and sandbox, the log, a changed `.env`, and where the
 * stack of an error stands. Uses the ports 9229 and 9230.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { chromium } from "@playwright/test";
import { chromiumFlags, findChromium } from "../../tests/kit/browser/chromium";
import { NodeDebugger } from "./node-debugger";
import { copyProject } from "../../tests/kit/programs/project-copy";
import { freePort } from "../../tests/kit/programs/redis-server";
import { bringChromium } from "../run-tests/tools";

const QUIET_MS = 8_000;

bringChromium();
const copy = copyProject("linked");
const [port, sandboxPort] = [await freePort(), await freePort()];
const site = `http://localhost:${port}`;
const { NODE_OPTIONS: _, ...environment } = process.env;
const dev = spawn(process.execPath, ["--import", "tsx", "server/cli/start.ts", "--dev", "--inspect"], {
  cwd: copy,
  env: { ...environment, PORT: String(port), SANDBOX_PORT: String(sandboxPort), LOG_LEVEL: "info" },
  stdio: ["ignore", "pipe", "pipe"],
});
const ended = once(dev, "exit");
let output = "";
dev.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
dev.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));

const failures: string[] = [];
function check(what: string, isSo: boolean, detail = ""): void {
  console.log(`${isSo ? "✓" : "✗"} ${what}${isSo ? "" : `: ${detail}`}`);
  if (!isSo) failures.push(`${what}: ${detail}`);
}

/** @throws Error after two minutes */
async function until(what: string, isSo: () => Promise<boolean> | boolean): Promise<void> {
  const deadline = Date.now() + 120_000;
  while (!(await Promise.resolve(isSo()).catch(() => false))) {
    if (Date.now() > deadline) throw new Error(`${what}: not seen.\n${output.slice(-4_000)}`);
    await pause(50);
  }
}

/** Returns the number of the line with a text, which the file has once. */
function lineOf(file: string, text: string): number {
  const lines = readFileSync(join(copy, file), "utf8").split("\n");
  const found = lines.flatMap((line, at) => (line.includes(text) ? [at + 1] : []));
  if (found.length !== 1) throw new Error(`${file} has ${found.length} lines with ${text}`);
  return found[0] as number;
}

interface Breakpoint {
  what: string;
  port: number;
  file: string;
  text: string;
  path: string;
  /** Evaluated at the breakpoint, with its value there. */
  expression: string;
  value: unknown;
}

const breakpoints: Breakpoint[] = [
  {
    what: "a loader",
    port: 9229,
    file: "app/routes/news/list/route.tsx",
    text: "const t = translator(lng);",
    path: "/news?keyword=breakpoint",
    expression: "asked.keyword",
    value: "breakpoint",
  },
  {
    what: "the HTTP front",
    port: 9229,
    file: "server/http/request-log.ts",
    text: 'res.setHeader("X-Request-Id", requestId);',
    path: "/news?keyword=front",
    expression: "req.method",
    value: "GET",
  },
  {
    what: "the sandbox",
    port: 9230,
    file: "server/sandbox/api/news.ts",
    text: 'const found = rows.filter((row) => keyword === "" ||',
    path: "/news?keyword=sandbox",
    expression: "keyword",
    value: "sandbox",
  },
];

async function checkBreakpoint({ what, port: at, file, text, path, expression, value }: Breakpoint) {
  const place = { file: join(copy, file), line: lineOf(file, text) };
  const attached = await NodeDebugger.attach(at);
  try {
    await attached.setBreakpoint(place);
    let response: Promise<Response> | undefined;
    const ask = () => {
      response = fetch(site + path);
    };
    const stopped = await attached.pausedBy(ask, expression);
    const seen = JSON.stringify([stopped.place, stopped.value]);
    check(`a breakpoint in ${what} (${file}) stops there`, seen === JSON.stringify([place, value]), seen);
    check(`the request goes on after it`, (await response)?.ok === true);
  } finally {
    attached.close();
  }
}

/** Puts a fault into a file, checks the page, and takes it back. */
async function withFault(file: string, from: string, to: string, work: () => Promise<void>): Promise<void> {
  const path = join(copy, file);
  const before = readFileSync(path, "utf8");
  if (before.split(from).length !== 2) throw new Error(`${file} has not once: ${from}`);
  writeFileSync(path, before.replace(from, to));
  await work();
  writeFileSync(path, before);
}

const browser = await chromium.launch({
  ...(findChromium() ? { executablePath: findChromium() as string } : {}),
  args: chromiumFlags,
});
try {
  await until("the addresses", () => output.includes("Soria is at"));
  await until("the first page", async () => (await fetch(`${site}/news`)).ok);

  // Vite writes its dependencies into node_modules at the start.
  const started = output.length;
  // Time for a restart, of which there must be none.
  // oxlint-disable-next-line soria/no-sleep
  await pause(QUIET_MS);
  const since = output.slice(started).split("\n");
  const again = since.filter((line) =>
    /listening|restart|rerunning|a new HTTP front|Sandbox ready/i.test(line),
  );
  check(
    "nothing restarts while nothing changes, with a linked node_modules",
    again.length === 0,
    again.join("\n"),
  );

  const json = output.split("\n").filter((line) => line.startsWith("{"));
  check("no line of the log is JSON", json.length === 0, json[0]);
  const request = /^\d\d:\d\d:\d\d info {2}GET \/news 200 [\d.]+ ms .*requestId=[\w-]{36}/m;
  check("a request is one readable line", request.test(output), output.slice(-1_000));

  for (const one of breakpoints) await checkBreakpoint(one);

  const page = await (await browser.newContext({ viewport: { width: 1366, height: 650 } })).newPage();
  for (const [what, from, to] of [
    ["a loader", "const t = translator(lng);", 'throw new Error("a fault of a developer");'],
    [
      "a component",
      "const { query, list, staleSince } = useLoaderData<typeof loader>();",
      'throw new Error("a fault of a developer");',
    ],
  ] as const)
    await withFault("app/routes/news/list/route.tsx", from, `${to} ${from}`, async () => {
      const stack = page.locator("pre", { hasText: "Error: a fault of a developer" });
      await until(`the stack of ${what}`, async () => {
        await page.goto(`${site}/news?keyword=${encodeURIComponent(what)}`);
        return stack.isVisible();
      });
      const { y = 0 } = (await stack.boundingBox()) ?? {};
      const text = await stack.innerText();
      check(`the stack of ${what} is on the first screen`, y > 0 && y < 400, `${y} px from the top`);
      const line = lineOf("app/routes/news/list/route.tsx", to);
      check(`it names the source line`, text.includes(`news/list/route.tsx:${line}`), text.slice(0, 400));
      if (process.env["STACK_PICTURE"]) await page.screenshot({ path: process.env["STACK_PICTURE"] });
    });

  writeFileSync(join(copy, ".env"), "LOG_LEVEL=debug\n");
  await until("the line about .env", () => output.includes(".env has changed"));
  check("a change of .env is told", true);
} finally {
  await browser.close();
  dev.kill("SIGTERM");
  await ended;
  rmSync(copy, { recursive: true, force: true });
}
console.log(failures.length === 0 ? "All of it works." : `${failures.length} failed`);
process.exit(failures.length === 0 ? 0 : 1);
