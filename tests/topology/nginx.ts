import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "#server/cli/children";
import { freePort } from "../kit/programs/redis-server";
import { folder, until } from "./machines";
import { ask } from "./varnish";

export interface Nginx {
  port: number;
  pid: number;
  /** Port of the server that redirects to https. */
  clearPort: number;
  /** While this file exists, no cached page is sent. */
  maintenanceFile: string;
  /** Folder of the cached pages. */
  pages: string;
  /** Path of the log of requests. */
  accessLog: string;
  stop: () => Promise<void>;
}

/** Replaces a text of the shipped configuration. @throws Error if the text is missing */
function replaced(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`deploy/nginx.conf has no "${from}"`);
  return text.replaceAll(from, to);
}

/** Writes cert.pem and key.pem of soria.example into a folder. */
function makeCertificate(home: string): void {
  const names = ["-subj", "/CN=soria.example", "-addext", "subjectAltName=DNS:soria.example"];
  execFileSync(
    "openssl",
    [
      "req",
      "-x509",
      "-newkey",
      "ec",
      "-pkeyopt",
      "ec_paramgen_curve:prime256v1",
      "-nodes",
      "-days",
      "2",
    ].concat(names, ["-keyout", join(home, "key.pem"), "-out", join(home, "cert.pem")]),
    { stdio: "ignore" },
  );
}

/** One client is all visitors in most tests. */
const forOneClient: [string, string][] = [
  ["limit_conn soria_visitors 256", "limit_conn soria_visitors 4096"],
];

/**
 * Starts nginx with the shipped configuration, with two sites in place of those that it names.
 *
 * @param env for a moved clock
 * @param isEncrypted with TLS, by a certificate of its own; by default the same server without it
 * @param changes texts of the configuration and what replaces them, for example a shorter time
 */
export async function startNginx(
  sites: [number, number],
  env: Record<string, string> = {},
  changes = forOneClient,
  isEncrypted = false,
): Promise<Nginx> {
  const home = folder();
  const pages = join(home, "pages");
  const accessLog = join(home, "access.log");
  mkdirSync(pages);
  const [port, clearPort] = [await freePort(), await freePort()];
  if (isEncrypted) makeCertificate(home);
  const tls = isEncrypted
    ? ([
        ["listen 443 ssl http2;", `listen 127.0.0.1:${port} ssl http2;`],
        ["/etc/ssl/soria.example.pem", `${home}/cert.pem`],
        ["/etc/ssl/soria.example.key", `${home}/key.pem`],
      ] as const)
    : ([
        ["listen 443 ssl http2;", `listen 127.0.0.1:${port};`],
        ["ssl_certificate /etc/ssl/soria.example.pem;", ""],
        ["ssl_certificate_key /etc/ssl/soria.example.key;", ""],
      ] as const);
  const shipped = [
    ["listen 80;", `listen 127.0.0.1:${clearPort};`] as const,
    ...tls,
    ["127.0.0.1:3001", `127.0.0.1:${sites[0]}`] as const,
    ["127.0.0.1:3002", `127.0.0.1:${sites[1]}`] as const,
    ["/var/cache/nginx/soria", pages] as const,
    ["/var/log/nginx/access.log", accessLog] as const,
    ["/etc/soria-web-maintenance.json", join(home, "maintenance.json")] as const,
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
      return (await ask(isEncrypted ? clearPort : port, "/healthz?of=ready")).status > 0;
    },
    30_000,
  );
  return {
    port,
    pid: child.pid ?? 0,
    clearPort,
    maintenanceFile: join(home, "maintenance.json"),
    pages,
    accessLog,
    stop: async () => {
      if (child.exitCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    },
  };
}
