/** The recipes for nginx and systemd, read by the programs themselves where they are installed. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { bodyLimit } from "#server/http/guard";
import { parseEnv, variableNames } from "#server/config/env.server";

const path = (name: string) => fileURLToPath(new URL(`../../../${name}`, import.meta.url));
const run = (program: string, ...args: string[]) =>
  spawnSync(program, args, { encoding: "utf8", timeout: 60_000 });
const nginx = readFileSync(path("deploy/nginx.conf"), "utf8");
const unit = readFileSync(path("deploy/systemd/soria-web@.service"), "utf8");

test.skipIf(run("nginx", "-v").status !== 0)("nginx reads deploy/nginx.conf", () => {
  const folder = mkdtempSync(join(tmpdir(), "soria-nginx-"));
  try {
    const file = join(folder, "nginx.conf");
    // Temporary folders, logs and a socket that need no rights: nginx may be unpacked without its /var/log/nginx.
    const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-keyout", `${folder}/key.pem`];
    run("openssl", "req", "-x509", "-nodes", "-subj", "/CN=a.example", ...key, "-out", `${folder}/cert.pem`);
    const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
      .map((name) => `${name}_temp_path ${folder}/${name};`)
      .join(" ");
    const inner = nginx
      .replace("listen 80;", `listen unix:${folder}/socket;`)
      .replace("listen 443 ssl http2;", `listen unix:${folder}/tls ssl http2;`)
      .replace("/etc/ssl/soria.example.pem", `${folder}/cert.pem`)
      .replace("/etc/ssl/soria.example.key", `${folder}/key.pem`)
      .replace("/var/cache/nginx/soria", `${folder}/pages`)
      .replaceAll("/var/log/nginx/access.log", `${folder}/access.log`);
    writeFileSync(
      file,
      `pid ${folder}/pid; error_log ${folder}/log; events {} http { access_log off; ${paths} ${inner}\n}`,
    );
    const { status, stderr } = run("nginx", "-t", "-e", `${folder}/log`, "-c", file);
    expect(status, stderr).toBe(0);
    expect(stderr).not.toContain("[warn]");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test.skipIf(run("systemd-analyze", "--version").status !== 0)("systemd reads the service", () => {
  const folder = mkdtempSync(join(tmpdir(), "soria-unit-"));
  try {
    const file = join(folder, "soria-web@3001.service");
    // systemd looks for the program, which is elsewhere with another Node.
    writeFileSync(file, unit.replace("/usr/bin/node", process.execPath));
    const { status, stderr } = run("systemd-analyze", "verify", file);
    expect(status, stderr).toBe(0);
    expect(stderr).not.toContain("soria-web@3001.service");
    // A name that systemd does not know is only a line on stderr.
    writeFileSync(file, unit.replace("NoNewPrivileges=", "NoNewPrivilegs="));
    expect(run("systemd-analyze", "verify", file).stderr).toContain("Unknown key");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("nginx lets the largest body of the site through", () => {
  const [, megabytes] = /client_max_body_size (\d+)m;/.exec(nginx) ?? [];
  const largest = bodyLimit("/support/inquiry", "multipart/form-data; boundary=x");
  expect(Number(megabytes) * 1024 * 1024).toBeGreaterThan(largest);
});

test("the service waits for a drain, and sets only what the site reads", () => {
  const [, seconds] = /^TimeoutStopSec=(\d+)$/m.exec(unit) ?? [];
  expect(Number(seconds)).toBeGreaterThan(15);
  const [, set = ""] = /^Environment=(.*)$/m.exec(unit) ?? [];
  const variables = Object.fromEntries(set.split(" ").map((pair) => pair.split("=")));
  for (const name of Object.keys(variables)) expect(variableNames).toContain(name);
  const [, folder] = /^StateDirectory=(.*)$/m.exec(unit) ?? [];
  expect(variables["PORT"]).toBe("%i");
  const read = parseEnv({ ...variables, PORT: "3001", SANDBOX: "1" });
  expect(read.dataDir).toBe(`/var/lib/${folder}`);
  expect(unit).toMatch(/^ExecStart=\S+node .*build\/site\.js$/m);
});

test("nginx and Varnish ask the ports that the service's instances listen on", () => {
  const [, names = ""] = /systemctl enable --now (.*)$/m.exec(unit) ?? [];
  const ports = names.split(" ").map((name) => name.replace("soria-web@", ""));
  expect(ports.length).toBeGreaterThan(1);
  expect([...nginx.matchAll(/^\s*server 127\.0\.0\.1:(\d+) /gm)].map(([, port]) => port)).toEqual(ports);
  const varnish = readFileSync(path("deploy/varnish/sites.vcl"), "utf8");
  expect([...varnish.matchAll(/^\s*\.port = "(\d+)";$/gm)].map(([, port]) => port)).toEqual(ports);
});

test.each([
  ["deploy/Caddyfile", /^\s*header_up -Traceparent$/m, /^\s*header_up -Tracestate$/m],
  ["deploy/nginx.conf", /^\s*proxy_set_header traceparent "";$/m, /^\s*proxy_set_header tracestate "";$/m],
  ["deploy/varnish/soria.vcl", /^\s*unset req\.http\.traceparent;$/m, /^\s*unset req\.http\.tracestate;$/m],
])("%s removes the trace context of a visitor", (name, ...rules) => {
  const recipe = readFileSync(path(name), "utf8");
  for (const rule of rules) expect(recipe).toMatch(rule);
});
