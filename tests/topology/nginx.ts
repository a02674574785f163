import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "#server/cli/children";
import { freePort } from "../setup/redis-server";
import { folder, until } from "./machines";
import { ask } from "./varnish";

export interface Nginx {
  port: number;
  /** Folder of the cached pages. */
  pages: string;
  stop: () => Promise<void>;
}

/** Replaces a text of the shipped configuration. @throws Error if the text is missing */
function replaced(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`deploy/nginx.conf has no "${from}"`);
  return text.replace(from, to);
}

/** One client is all visitors in most tests. */
const forOneClient: [string, string][] = [
  ["limit_conn soria_visitors 256", "limit_conn soria_visitors 4096"],
];

/**
 * Starts nginx with the shipped configuration, with two sites in place of those that it names.
 *
 * @param env for a moved clock
 * @param changes texts of the configuration and what replaces them, for example a shorter time
 */
export async function startNginx(
  sites: [number, number],
  env: Record<string, string> = {},
  changes = forOneClient,
): Promise<Nginx> {
  const home = folder();
  const pages = join(home, "pages");
  mkdirSync(pages);
  const port = await freePort();
  const shipped = [
    ["listen 80;", `listen 127.0.0.1:${port};`] as const,
    ["127.0.0.1:3001", `127.0.0.1:${sites[0]}`] as const,
    ["127.0.0.1:3002", `127.0.0.1:${sites[1]}`] as const,
    ["/var/cache/nginx/soria", pages] as const,
    ...changes,
  ].reduce(
    (text, [from, to]) => replaced(text, from, to),
    readFileSync(join(projectRoot, "deploy/nginx.conf"), "utf8"),
  );
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${home}/${name};`)
    .join(" ");
  const log = join(home, "error.log");
  // As root its workers would be another user, who may not read this folder.
  const user = process.getuid?.() === 0 ? "user root;" : "";
  writeFileSync(
    join(home, "nginx.conf"),
    `${user} daemon off; pid ${home}/pid; error_log ${log}; worker_processes 1; events { worker_connections 4096; }\n` +
      `http { access_log off; ${temporary}\n${shipped}\n}\n`,
  );
  const child = spawn(process.env["NGINX"] ?? "nginx", ["-e", log, "-c", join(home, "nginx.conf")], {
    stdio: "ignore",
    env: { ...process.env, ...env },
  });
  await until(
    "nginx",
    async () => {
      if (child.exitCode !== null) throw new Error(readFileSync(log, "utf8"));
      return (await ask(port, "/healthz?of=ready")).status > 0;
    },
    30_000,
  );
  return {
    port,
    pages,
    stop: async () => {
      if (child.exitCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    },
  };
}
