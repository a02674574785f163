import { execFile } from "node:child_process";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { chooseSandbox, parseEnv } from "#server/config/env.server";
import { unreadVariables } from "#server/config/variables";
import { newFolder } from "../../kit/data/new-folder";
import { realApi, refusal } from "./env-support";

describe("defaults", () => {
  it("are those of a fresh machine: the sandbox, its card stand-in, the embedded store", () => {
    expect(parseEnv({})).toEqual({
      port: 3000,
      sessionSecrets: [],
      ledgerSecrets: [],
      sessionStoreUrl: undefined,
      apiBaseUrl: "http://127.0.0.1:4000/api",
      orderApiBaseUrl: "http://127.0.0.1:4000/order-service",
      usesSandbox: true,
      sandboxPort: 4000,
      sandboxHost: undefined,
      sandboxOrigin: "http://localhost:4000",
      stripePublishableKey: "pk_test_sandbox",
      stripeJsUrl: "http://localhost:4000/stripe/stripe.js",
      downloads: { pc: undefined, ios: undefined, android: undefined },
      toolsVideoUrl: undefined,
      promoVideoUrl: undefined,
      siteUrl: undefined,
      rateLimitFactor: 1,
      optionalPartMs: 300,
      apiTimeoutMs: 5_000,
      host: "127.0.0.1",
      trustedProxies: { peers: [], hops: 0 },
      checkedFetch: true,
      dataDir: resolve(".data"),
      logLevel: "info",
      metricsHost: "127.0.0.1",
      metricsPort: undefined,
      isProduction: false,
    });
  });

  it("also count for empty and blank values, as an .env file leaves them", () => {
    expect(parseEnv({ PORT: "", SITE_URL: "  ", API_BASE_URL: "" })).toEqual(parseEnv({}));
  });

  it("of the card follow the API: without a sandbox there is no stand-in", () => {
    expect(parseEnv(realApi)).toMatchObject({
      usesSandbox: false,
      apiBaseUrl: "https://api.example.com/v2",
      orderApiBaseUrl: "https://orders.example.com",
      stripePublishableKey: undefined,
      stripeJsUrl: undefined,
    });
    expect(parseEnv({ STRIPE_PUBLISHABLE_KEY: "pk_test_1" })).toMatchObject({
      stripePublishableKey: "pk_test_1",
      stripeJsUrl: undefined,
    });
  });

  it("move with SANDBOX_PORT", () => {
    expect(parseEnv({ SANDBOX_PORT: "4100" })).toMatchObject({
      apiBaseUrl: "http://127.0.0.1:4100/api",
      stripeJsUrl: "http://localhost:4100/stripe/stripe.js",
    });
  });
});

it("takes the values of the environment", () => {
  expect(
    parseEnv({
      ...realApi,
      NODE_ENV: "production",
      PORT: "8080",
      SESSION_SECRET: " a-new-secret-of-2026 , the-old-secret-of-2025",
      SESSION_STORE_URL: "redis://:password@redis:6379/2",
      STRIPE_PUBLISHABLE_KEY: "pk_live_51Abc",
      SITE_URL: "https://www.soria.example/",
      RATE_LIMIT_FACTOR: "0.5",
      HOST: "0.0.0.0",
      TRUST_PROXY: "loopback, 10.0.0.0/8,2001:db8::1",
      COUNTRY_HEADER: "CF-IPCountry",
      LOG_LEVEL: "warn",
      METRICS_PORT: "9090",
      OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318/",
      OTEL_TRACES_SAMPLER: "parentbased_traceidratio",
      OTEL_TRACES_SAMPLER_ARG: ".25",
      DOWNLOAD_IOS_URL: "https://apps.example.com/soria",
    }),
  ).toMatchObject({
    port: 8080,
    sessionSecrets: ["a-new-secret-of-2026", "the-old-secret-of-2025"],
    sessionStoreUrl: "redis://:password@redis:6379/2",
    stripePublishableKey: "pk_live_51Abc",
    siteUrl: "https://www.soria.example",
    rateLimitFactor: 0.5,
    host: "0.0.0.0",
    trustedProxies: { peers: ["loopback", "10.0.0.0/8", "2001:db8::1"], hops: Infinity },
    logLevel: "warn",
    metricsPort: 9090,
    tracing: {
      endpoint: "http://collector:4318",
      serviceName: "soria-web",
      sampler: "parentbased_traceidratio",
      ratio: 0.25,
    },
    downloads: { ios: "https://apps.example.com/soria" },
    isProduction: true,
  });
});

describe("the sandbox", () => {
  it("is chosen by SANDBOX=1 in production, also for a public site that has a secret", () => {
    const site = { SITE_URL: "https://soria.example", SESSION_SECRET: "x".repeat(16) };
    for (const more of [{}, site]) {
      const read = parseEnv({ NODE_ENV: "production", SANDBOX: "1", ...more });
      expect(read).toMatchObject({ usesSandbox: true, apiBaseUrl: "http://127.0.0.1:4000/api" });
    }
  });

  it.each(["http://localhost:3000", "http://127.0.0.1:3000", "http://[::1]:3000"])(
    "needs no secret for a site at %s",
    (SITE_URL) => {
      const read = parseEnv({ NODE_ENV: "production", SANDBOX: "1", SITE_URL });
      expect(read.sessionSecrets).toEqual([]);
    },
  );

  it.each<[Record<string, string>, string | undefined]>([
    [{}, "1"],
    [{ SITE_URL: "http://localhost:3000" }, "1"],
    [{ API_BASE_URL: "https://api.example" }, undefined],
    [{ SITE_URL: "https://soria.example" }, undefined],
    [{ SANDBOX: "0" }, "0"],
  ])("is the choice of npm start and npm run dev with %j: %s", (given, expected) => {
    const environment: NodeJS.ProcessEnv = { NODE_ENV: "test", ...given };
    chooseSandbox(environment);
    expect(environment["SANDBOX"]).toBe(expected);
  });
});

describe("a variable that is not read", () => {
  it("is named with the one that it looks like, and refused only in place of a secret or an API's address", () => {
    const source = {
      TRUST_PROXI: "1",
      site_url: "https://soria.example",
      SESSION_SECRET_FILE: "/run/secrets/x",
      SESSION_SECRET: "given",
      SESION_SECRET: "left over",
    };
    expect(unreadVariables(source)).toEqual([
      "TRUST_PROXI is not read; is TRUST_PROXY meant?",
      "site_url is not read; is SITE_URL meant?",
      "SESSION_SECRET_FILE is not read; is SESSION_SECRET meant?",
      "SESION_SECRET is not read; is SESSION_SECRET meant?",
    ]);
    expect(parseEnv(source).sessionSecrets).toEqual(["given"]);
  });

  it("of other programs is let alone", () => {
    const names = [
      ...["PATH", "PROT_X", "GIT_URL", "BASE_URL", "XDG_DATA_DIRS", "NODE_PATH", "NODE_OPTIONS"],
      ...["SESSION_MANAGER", "LOG_LEVELS_FILE", "npm_package_version", "REDIS_PORT", "HOST"],
    ];
    expect(unreadVariables(Object.fromEntries(names.map((name) => [name, "x"])))).toEqual([]);
  });
});

describe("LEDGER_SECRET", () => {
  it("has one or more secrets, separated by commas, the first one first", () => {
    expect(parseEnv({ LEDGER_SECRET: " new , old " }).ledgerSecrets).toEqual(["new", "old"]);
  });

  it("may be unset in production with a real API", () => {
    const source = { ...realApi, NODE_ENV: "production", SESSION_SECRET: "x".repeat(16) };
    expect(parseEnv(source).ledgerSecrets).toEqual([]);
  });

  it("is refused without a secret between two commas, and when it is short in production with a real API", () => {
    expect(refusal({ LEDGER_SECRET: "topsecret,," })).toBe(
      "LEDGER_SECRET has a value of 11 characters (not shown); wants one or more secrets, separated by commas.",
    );
    const source = { ...realApi, NODE_ENV: "production", SESSION_SECRET: "x".repeat(16) };
    expect(refusal({ ...source, LEDGER_SECRET: `${"x".repeat(16)},topsecret` })).toBe(
      "LEDGER_SECRET has a value of 26 characters (not shown); wants one or more secrets, separated by commas, each of at least 16 characters.",
    );
  });
});

// Starts processes, which is slow on a busy machine.
describe("the secret that is made", { timeout: 60_000 }, () => {
  const script = `import("./server/config/env.server.ts").then(
    ({ env }) => console.log(env().sessionSecrets.join()),
  ).catch((error) => { console.log(error.message); process.exitCode = 1; });`;
  const start = (dataDir: string, more: { NODE_ENV?: "production"; SANDBOX?: "1" } = {}) =>
    promisify(execFile)(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script], {
      env: { NODE_ENV: "test", PATH: process.env["PATH"], DATA_DIR: dataDir, ...more },
    }).then(
      ({ stdout }) => stdout.trim(),
      (error: { stdout: string }) => error.stdout.trim(),
    );

  it("is one for all processes that start together, is kept, and is nobody else's to read", async () => {
    const dataDir = join(newFolder(), "not", "there", "yet");
    const secrets = await Promise.all([start(dataDir), start(dataDir), start(dataDir)]);
    expect(new Set(secrets).size).toBe(1);
    expect(secrets[0]).toMatch(/^[\w-]{43}$/);
    const file = join(dataDir, "session-secret");
    expect(readFileSync(file, "utf8").trim()).toBe(secrets[0]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await start(dataDir, { NODE_ENV: "production", SANDBOX: "1" })).toBe(secrets[0]);
  });

  it("stops the start with one line when it cannot be kept", async () => {
    const dataDir = newFolder();
    writeFileSync(join(dataDir, "file"), "");
    const line = await start(join(dataDir, "file", "data"));
    expect(line).toMatch(/^DATA_DIR has ".*"; wants a folder that can be read and written/);
    expect(line).not.toContain("\n");
  });
});
