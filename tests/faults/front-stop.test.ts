/** The built site as a process: how it stops, and other servers and commands than `npm start`. */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { once } from "node:events";
import { Agent, get, createServer } from "node:http";
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { projectRoot } from "#server/cli/children";
import { freePort } from "../kit/programs/redis-server";
import { runProgram, type RunningSite, startSite } from "../kit/programs/site";
import { figure, inRow } from "./table";

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

async function site(options: Parameters<typeof startSite>[0] = {}): Promise<RunningSite> {
  const running = await startSite(options);
  cleanups.push(() => running.stop());
  return running;
}

/** For pages that do not call the API. */
const withoutApi = {
  sandbox: false,
  env: {
    API_BASE_URL: "http://localhost:9/api",
    ORDER_API_BASE_URL: "http://localhost:9/order-service",
    SESSION_SECRET: "a-secret-that-only-tests-use-0123456789",
    STRIPE_PUBLISHABLE_KEY: "pk_test_faults",
  },
};

/** Runs a command of the project until it exits. */
async function run(args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, args, { cwd: projectRoot, env: { ...process.env, ...env } });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  cleanups.push(() => child.kill("SIGKILL"));
  const [code] = (await once(child, "exit")) as [number | null];
  return { code, lines: output.trim().split("\n") };
}

/** Returns the process ids of a process's children. */
const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").map(Number);

describe("npm start", () => {
  inRow("restart");
  it("says so and ends with an error when a program ends unexpectedly", async () => {
    const [port, sandboxPort] = [await freePort(), await freePort()];
    const dataDir = mkdtempSync(join(tmpdir(), "soria-start-"));
    const child = spawn(process.execPath, ["--import", "tsx", "server/cli/start.ts"], {
      cwd: projectRoot,
      env: {
        ...process.env,
        PORT: String(port),
        SANDBOX_PORT: String(sandboxPort),
        DATA_DIR: dataDir,
        LOG_LEVEL: "warn",
      },
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (text: Buffer) => (output += text.toString()));
    const ended = once(child, "exit");
    cleanups.push(() => {
      child.kill("SIGKILL");
      rmSync(dataDir, { recursive: true, force: true });
    });
    const until = async (isSo: () => boolean | Promise<boolean>) => {
      const deadline = Date.now() + 40_000;
      while (!(await isSo())) {
        if (Date.now() > deadline) expect.fail(output);
        await pause(50);
      }
    };
    const answers = () =>
      fetch(`http://127.0.0.1:${port}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      );
    await until(() => output.includes(`http://localhost:${port}`));
    const site = childrenOf(child.pid ?? 0).find((pid) =>
      readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("build/site.js"),
    );
    process.kill(site ?? 0, "SIGKILL");
    const [code] = (await ended) as [number | null];
    expect(output).toContain("The site has ended unexpectedly (SIGKILL).");
    expect(code).toBe(1);
    expect(await answers()).toBe(false);
    figure(`npm start: ends with ${code} after kill -9 of the site`);
  });
});

/** Requests pages over a keep-alive connection until one is refused or cut off. */
async function visit(origin: string, tally: { good: number; queued: number; cut: string[] }): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const once200 = () =>
    new Promise<"good" | "refused">((resolve, reject) => {
      const request = get(`${origin}/sign-in`, { agent }, (response) => {
        response.on("error", reject);
        response
          .resume()
          .on("end", () => (response.complete ? resolve("good") : reject(new Error("half a page"))));
      });
      request.on("error", (error: NodeJS.ErrnoException) => {
        // A connection that the site never accepted is no request in flight; a balancer would use another site. The
        // kernel may have queued it for the port before it closed, and then resets it before it has carried a byte
        // back.
        const isNew = !request.reusedSocket && request.socket?.bytesRead === 0;
        if (error.code === "ECONNREFUSED" || (error.code === "ECONNRESET" && isNew)) {
          if (error.code === "ECONNRESET") tally.queued += 1;
          resolve("refused");
        } else reject(error);
      });
    });
  for (;;) {
    try {
      if ((await once200()) === "refused") break;
      tally.good += 1;
    } catch (error) {
      tally.cut.push(String(error));
      break;
    }
  }
  agent.destroy();
}

describe("SIGTERM", () => {
  inRow("sigterm");

  it("under load fails no request in flight", async () => {
    const { site: running } = await site(withoutApi);
    const tally = { good: 0, queued: 0, cut: [] as string[] };
    const visitors = Array.from({ length: 20 }, () => visit(running.origin, tally));
    await expect.poll(() => tally.good, { timeout: 20_000 }).toBeGreaterThan(20);
    const start = Date.now();
    const code = await running.stop("SIGTERM");
    const gone = Date.now() - start;
    await Promise.all(visitors);
    figure(
      `under load: ${tally.good} answers, ${tally.cut.length} cut, ${tally.queued} new connections not taken, gone after ${gone} ms`,
    );
    expect(tally.cut).toEqual([]);
    expect(code).toBe(0);
  });

  it("ends also with requests that hang, which it cuts and counts", async () => {
    const { site: running } = await site(withoutApi);
    const { port } = new URL(running.origin);
    const hanging = connect(Number(port), "localhost");
    cleanups.push(() => hanging.destroy());
    hanging.on("error", () => undefined);
    await once(hanging, "connect");
    hanging.write(
      `POST /support/inquiry HTTP/1.1\r\nHost: localhost:${port}\r\nOrigin: ${running.origin}\r\n` +
        "Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 5000000\r\n\r\n" +
        '--b\r\nContent-Disposition: form-data; name="subject"\r\n\r\n',
    );
    // Too slow to finish.
    const drip = setInterval(() => hanging.write("a".repeat(5_000)), 200);
    cleanups.push(() => clearInterval(drip));
    // Time for the site to read the head of the request, which it does not log before its end.
    // oxlint-disable-next-line soria/no-sleep
    await pause(500);
    const start = Date.now();
    const code = await running.stop("SIGTERM");
    const gone = Date.now() - start;
    figure(`with a hung request: gone after ${gone} ms`);
    expect(code).toBe(0);
    expect(running.output()).toContain('"cut":1');
  });
});

describe("the start", () => {
  // Other variables: tests/unit/config/env-refusals.test.ts.
  it("stops at a wrong SITE_URL with one line that names it", async () => {
    const SITE_URL = "https://www.soria.test/path";
    const { code, lines } = await run(["build/site.js"], { NODE_ENV: "production", SITE_URL });
    expect(code).toBe(1);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^SITE_URL has "https:.*"; wants /);
  });

  it("stops with one line when another program has the port", async () => {
    const other = createServer().listen(0);
    cleanups.push(() => other.close());
    await once(other, "listening");
    const address = other.address();
    const port = typeof address === "object" && address ? String(address.port) : "";
    const { code, lines } = await run(["build/site.js"], {
      SANDBOX: "1",
      PORT: port,
      LOG_LEVEL: "silent",
    });
    expect(code).toBe(1);
    expect(lines).toEqual([`PORT has ${port}; wants a port that no other program uses.`]);
  });
});

describe("remix-serve", () => {
  it("serves the build, and refuses what another site sends", async () => {
    const [port, apiPort] = [await freePort(), await freePort()];
    const dataDir = mkdtempSync(join(tmpdir(), "soria-remix-serve-"));
    cleanups.push(() => rmSync(dataDir, { recursive: true, force: true }));
    const own = { DATA_DIR: dataDir, SANDBOX_PORT: String(apiPort) };
    const sandbox = await runProgram("sandbox", apiPort, own, "/mailbox.json");
    cleanups.push(() => sandbox.stop());
    const program = "node_modules/@remix-run/serve/dist/cli.js";
    const child = spawn(process.execPath, [program, "build/server/index.js"], {
      cwd: projectRoot,
      stdio: "ignore",
      env: {
        ...process.env,
        NODE_ENV: "production",
        SANDBOX: "1",
        ...own,
        PORT: String(port),
      },
    });
    cleanups.push(() => child.kill("SIGKILL"));
    const origin = `http://localhost:${port}`;
    await expect
      .poll(
        () =>
          fetch(`${origin}/robots.txt`).then(
            (response) => response.status,
            () => 0,
          ),
        { timeout: 20_000 },
      )
      .toBe(200);

    const news = await fetch(`${origin}/news`);
    expect([news.status, (await news.text()).includes('<html lang="ja"')]).toEqual([200, true]);
    const post = (path: string, from: string | undefined) =>
      fetch(origin + path, {
        method: "POST",
        headers: from === undefined ? {} : { Origin: from },
        body: new URLSearchParams({ lng: "en", redirectTo: "/news" }),
        redirect: "manual",
      });
    expect((await post("/language", origin)).status).toBe(303);
    for (const from of ["https://evil.example", "null", undefined]) {
      const response = await post("/language", from);
      expect([response.status, response.headers.get("set-cookie")]).toEqual([403, null]);
    }
  });
});
