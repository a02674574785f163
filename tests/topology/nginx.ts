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

/**
 * Starts nginx with the shipped configuration, with two sites in place of those that it names.
 *
 * @param env for a moved clock
 */
export async function startNginx(sites: [number, number], env: Record<string, string> = {}): Promise<Nginx> {
  const home = folder();
  const pages = join(home, "pages");
  mkdirSync(pages);
  const port = await freePort();
  const shipped = readFileSync(join(projectRoot, "deploy/nginx.conf"), "utf8")
    .replace("listen 80;", `listen 127.0.0.1:${port};`)
    .replace("127.0.0.1:3001", `127.0.0.1:${sites[0]}`)
    .replace("127.0.0.1:3002", `127.0.0.1:${sites[1]}`)
    .replace("/var/cache/nginx/soria", pages)
    // One client is all visitors here.
    .replace("limit_conn soria_visitors 256", "limit_conn soria_visitors 4096");
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
