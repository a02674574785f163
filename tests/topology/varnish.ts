import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { join } from "node:path";
import { projectRoot } from "#server/cli/children";
import { freePort } from "../kit/programs/redis-server";
import { folder, until } from "./machines";

export const PURGE_SECRET = "a-purge-secret-that-only-tests-use";

export interface ProxyResponse {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** Sends one request on loopback, with exactly these headers, to any port. An array sends a header several times. */
export function ask(
  port: number,
  path: string,
  headers: Record<string, string | string[]> = {},
  method = "GET",
): Promise<ProxyResponse> {
  // A flat list: of an array, Node would make one Cookie header.
  const list = Object.entries({ Host: "localhost", ...headers }).flatMap(([name, value]) =>
    [value].flat().flatMap((one) => [name, one]),
  );
  return new Promise((resolve, reject) => {
    const asked = request({ host: "127.0.0.1", port, path, method, headers: list, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.once("error", reject);
      response.once("end", () => {
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString(),
        });
      });
    });
    asked.once("error", reject);
    asked.end();
  });
}

export interface Varnish {
  port: number;
  /** Returns how many requests have reached the sites, without the probes. */
  siteRequests: () => number;
  stop: () => Promise<void>;
}

/**
 * Starts Varnish with the shipped VCL, with two sites in place of those that it names.
 *
 * @param env for a moved clock
 */
export async function startVarnish(
  sites: [number, number],
  env: Record<string, string> = {},
): Promise<Varnish> {
  const home = folder();
  const shipped = join(projectRoot, "deploy/varnish");
  copyFileSync(join(shipped, "soria.vcl"), join(home, "soria.vcl"));
  const text = readFileSync(join(shipped, "sites.vcl"), "utf8")
    .replace('.port = "3001"', `.port = "${sites[0]}"`)
    .replace('.port = "3002"', `.port = "${sites[1]}"`)
    .replace('X-Soria-Expected = ""', `X-Soria-Expected = "${PURGE_SECRET}"`);
  writeFileSync(join(home, "sites.vcl"), text);
  const port = await freePort();
  const work = join(home, "varnish");
  const child = spawn(
    process.env["VARNISHD"] ?? "varnishd",
    [
      "-F",
      "-j",
      "none",
      "-a",
      `127.0.0.1:${port}`,
      "-f",
      join(home, "soria.vcl"),
      "-n",
      work,
      "-s",
      "malloc,256m",
    ],
    { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, ...env } },
  );
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  await until(
    "Varnish",
    async () => {
      if (child.exitCode !== null) throw new Error(output);
      return (await ask(port, "/healthz?of=ready")).status === 200;
    },
    30_000,
  ).catch((error: unknown) => {
    throw new Error(`${String(error)}\n${output}`);
  });
  return {
    port,
    siteRequests: () => {
      const counters = execFileSync("varnishstat", ["-n", work, "-1", "-j", "-f", "MAIN.backend_req"], {
        encoding: "utf8",
      });
      return Number(/"value": (\d+)/.exec(counters)?.[1]);
    },
    stop: async () => {
      if (child.exitCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    },
  };
}
