/** Checks the site's image with the settings of compose.yaml. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { freePort } from "../kit/programs/redis-server";
import { check, say } from "./report";
import { buildah, command, untilReachable } from "./buildah";
import { composeOf } from "./compose";
import { configOf, runReadOnly } from "./read-only";

/** Runs the site's image with Redis and checks what it serves, writes and does at SIGTERM. */
export async function checkSite(image: string): Promise<void> {
  const port = await freePort();
  const metricsPort = await freePort();
  const redisPort = await freePort();
  const values = {
    SITE_URL: `http://localhost:${port}`,
    SESSION_SECRET: "a-secret-of-this-run-alone",
    SESSION_STORE_URL: `redis://127.0.0.1:${redisPort}`,
    API_BASE_URL: "http://127.0.0.1:9/api",
    ORDER_API_BASE_URL: "http://127.0.0.1:9",
  };
  const services = composeOf("compose.yaml", values);
  const service = services["site-1"];
  const [redisProgram = "", ...redisOptions] = services["redis"]?.command ?? [];
  if (!service) throw new Error("compose.yaml has no site-1");
  check(
    "docker-compose parses compose.yaml, which makes the site's root read-only",
    service.read_only === true,
  );

  const redisFolder = mkdtempSync(join(tmpdir(), "soria-redis-"));
  const redis = spawn(redisProgram, [...redisOptions, "--port", String(redisPort)], {
    cwd: redisFolder,
    stdio: "ignore",
  });
  // Free ports, because other programs may use the default ones.
  const env = { ...service.environment, PORT: String(port), METRICS_PORT: String(metricsPort) };
  const container = runReadOnly(image, service, env, command("site", "CMD"));
  const pid = container.process.pid ?? 0;
  try {
    await untilReachable(`http://127.0.0.1:${port}/healthz`, container);
    const uid = Number(/^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
    const config = configOf(image, container.mount);
    check(
      `the site runs as the user that the image names (${config.user}, ${uid})`,
      uid === config.uid && uid > 0,
    );
    const version = execFileSync("chroot", [container.mount, "node", "--version"], {
      encoding: "utf8",
    }).trim();
    check(
      `the image's Node ${version} is of a release line with long-term support (even)`,
      Number(version.slice(1, 3)) % 2 === 0,
    );
    const page = await fetch(`http://localhost:${port}/terms-of-use`);
    const html = await page.text();
    check("a page is served", page.ok && html.includes("Soria"));
    const style = /href="(\/assets\/[^"]+\.css)"/.exec(html)?.[1];
    check(
      "the page's style sheet is served",
      (await fetch(`http://localhost:${port}${style}`)).ok,
      String(style),
    );
    check(
      "/healthz reports the site as healthy, with its store in Redis",
      (await fetch(`http://localhost:${port}/healthz`)).ok,
    );
    check("the metrics are served", (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).ok);
    const options = Object.entries(env).flatMap(([name, value]) => ["--env", `${name}=${value}`]);
    buildah("run", ...options, container.id, "--", ...command("site", "HEALTHCHECK"));
    check("the image's HEALTHCHECK command passes", true);
    const denied = (path: string) => {
      const file = `/proc/${pid}/root${path}`;
      try {
        writeFileSync(file, "");
        return false;
      } catch (error) {
        return (error as NodeJS.ErrnoException).code === "EROFS";
      }
    };
    check(
      "the container's root is read-only, even for root",
      denied("/app/written") && denied("/etc/written"),
    );
    const deniedWrites = container
      .output()
      .split("\n")
      .filter((line) => /EROFS|EACCES/.test(line));
    check("the site has logged no denied write", deniedWrites.length === 0, deniedWrites.join("\n"));
    const written = execFileSync(
      "find",
      [`/proc/${pid}/root/tmp`, `/proc/${pid}/root/app/.data`, "-type", "f"],
      {
        encoding: "utf8",
      },
    );
    const places = new Map<string, number>();
    for (const file of written.split("\n").filter(Boolean)) {
      const place = dirname(file.replace(`/proc/${pid}/root`, ""));
      places.set(place, (places.get(place) ?? 0) + 1);
    }
    say(
      `  written: ${[...places].map(([place, count]) => `${count} files in ${place}`).join(", ") || "nothing"}`,
    );
    const ended = once(container.process, "exit");
    container.process.kill("SIGTERM");
    const [code] = (await ended) as [number | null];
    check(
      "the site drains on SIGTERM and exits with 0",
      code === 0 && container.output().includes('"stopped"'),
      String(code),
    );
  } finally {
    container.process.kill("SIGKILL");
    redis.kill("SIGKILL");
    rmSync(redisFolder, { recursive: true, force: true });
    buildah("rm", container.id);
  }
}
