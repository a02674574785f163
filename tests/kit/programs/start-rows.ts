/**
 * Table of the environment variables at start-up: for each, a value that serves and one that is rejected with one
 * line.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** Commands that start the site. */
export const ways = {
  "npm start": ["npm", "start"],
  "npm run dev": ["npm", "run", "dev"],
  "node build/site.js": ["node", "build/site.js"],
} as const;
export type Way = keyof typeof ways;

export type Variables = Record<string, string>;

export interface StartRow {
  /** Name in the table, which the error line contains. */
  variable: string;
  right?: Variables;
  wrong?: Variables;
  /** Start commands that the row applies to. Default: all. */
  ways?: readonly Way[];
  /**
   * Checks the effect of the value once the site serves.
   * @throws Error if it has none
   */
  does?: (variables: Variables) => Promise<void>;
}

/** Environment of a run, for the rows. */
export interface Surroundings {
  /** Origin of a running sandbox. */
  apiOrigin: string;
  redisUrl: string;
  /** A port that another program uses. */
  takenPort: string;
  /** A folder of this run. */
  folder: string;
}

/** Placeholder for a free port, a different one in each start. */
export const FREE_PORT = "(free)";

const SECRET = "a-secret-that-only-tests-use-0123456789";
/** Address in TEST-NET-3 (RFC 5737), which no machine has. */
const FOREIGN_ADDRESS = "203.0.113.9";
const launchers = ["npm start", "npm run dev"] as const;

async function metricsHave(variables: Variables, line: RegExp): Promise<void> {
  const deadline = Date.now() + 15_000;
  for (;;) {
    const response = await fetch(`http://127.0.0.1:${variables["METRICS_PORT"]}/metrics`);
    const text = await response.text();
    if (line.test(text)) return;
    if (Date.now() > deadline) throw new Error(`The metrics have no line ${line}`);
    await pause(100);
  }
}

/** Returns the rows. Every variable that the site reads has at least one. */
export function startRows({ apiOrigin, redisUrl, takenPort, folder }: Surroundings): StartRow[] {
  const metrics = { METRICS_PORT: FREE_PORT };
  // Nothing takes the spans there: the site serves without.
  const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: `${apiOrigin}/no-collector` };
  const file = join(folder, "file");
  writeFileSync(file, "");
  const api = {
    API_BASE_URL: `${apiOrigin}/api`,
    ORDER_API_BASE_URL: `${apiOrigin}/order-service`,
    SESSION_SECRET: SECRET,
    SANDBOX: "",
  };
  const publicSite = { SITE_URL: "https://soria.example", SANDBOX: "1" };
  const addresses = [
    "DOWNLOAD_PC_URL",
    "DOWNLOAD_IOS_URL",
    "DOWNLOAD_ANDROID_URL",
    "TOOLS_VIDEO_URL",
    "PROMO_VIDEO_URL",
  ];
  return [
    { variable: "PORT", right: { PORT: FREE_PORT }, wrong: { PORT: "http" } },
    { variable: "PORT", wrong: { PORT: takenPort } },
    { variable: "PORT", right: { PORT: "0" }, ways: ["npm start"] },
    { variable: "SESSION_SECRET", right: { SESSION_SECRET: SECRET }, wrong: { SESSION_SECRET: "one,,two" } },
    { variable: "SESSION_SECRET", right: { ...publicSite, SESSION_SECRET: SECRET }, wrong: publicSite },
    { variable: "SESSION_SECRET", wrong: { SESION_SECRET: SECRET } },
    { variable: "LEDGER_SECRET", right: { LEDGER_SECRET: SECRET }, wrong: { LEDGER_SECRET: "one,,two" } },
    {
      variable: "SESSION_STORE_URL",
      right: { SESSION_STORE_URL: redisUrl },
      wrong: { SESSION_STORE_URL: "memcached://localhost" },
    },
    { variable: "API_BASE_URL", right: api, wrong: { ...api, API_BASE_URL: "ftp://api.example" } },
    { variable: "API_BASE_URL", wrong: { SANDBOX: "" }, ways: ["node build/site.js"] },
    { variable: "API_BASE_URL", wrong: { ...publicSite, SANDBOX: "" } },
    { variable: "ORDER_API_BASE_URL", right: api, wrong: { ...api, ORDER_API_BASE_URL: "" } },
    {
      variable: "STRIPE_PUBLISHABLE_KEY",
      right: { STRIPE_PUBLISHABLE_KEY: "pk_test_1" },
      wrong: { STRIPE_PUBLISHABLE_KEY: "sk_live_1" },
    },
    {
      variable: "STRIPE_JS_URL",
      right: { STRIPE_JS_URL: "https://cards.example/v3.js" },
      wrong: { STRIPE_JS_URL: "/v3.js" },
    },
    ...addresses.map((name) => ({
      variable: name,
      right: { [name]: "https://files.example/a" },
      wrong: { [name]: "javascript:alert(1)" },
    })),
    {
      variable: "SITE_URL",
      right: { ...publicSite, SESSION_SECRET: SECRET },
      wrong: { SITE_URL: "soria.example" },
    },
    {
      variable: "RATE_LIMIT_FACTOR",
      right: { RATE_LIMIT_FACTOR: "0.5" },
      wrong: { RATE_LIMIT_FACTOR: "-1" },
    },
    { variable: "OPTIONAL_PART_MS", right: { OPTIONAL_PART_MS: "1000" }, wrong: { OPTIONAL_PART_MS: "1s" } },
    { variable: "API_TIMEOUT_MS", right: { API_TIMEOUT_MS: "12000" }, wrong: { API_TIMEOUT_MS: "0" } },
    {
      variable: "SECURITY_CONTACT",
      right: { SECURITY_CONTACT: "mailto:security@soria.example" },
      wrong: { SECURITY_CONTACT: "security@soria.example" },
    },
    { variable: "CHECKED_FETCH", right: { CHECKED_FETCH: "0" }, wrong: { CHECKED_FETCH: "no" } },
    { variable: "TRUST_PROXY", right: { TRUST_PROXY: "loopback" }, wrong: { TRUST_PROXY: "true" } },
    { variable: "HOST", right: { HOST: "127.0.0.1" }, wrong: { HOST: "localhost" } },
    {
      variable: "COUNTRY_HEADER",
      right: { COUNTRY_HEADER: "CF-IPCountry", TRUST_PROXY: "loopback" },
      wrong: { COUNTRY_HEADER: "CF-IPCountry" },
    },
    { variable: "SANDBOX", right: { SANDBOX: "1" }, wrong: { SANDBOX: "yes" } },
    { variable: "SANDBOX", wrong: { ...api, SANDBOX: "1" } },
    {
      variable: "SANDBOX_PORT",
      right: { SANDBOX_PORT: FREE_PORT },
      wrong: { SANDBOX_PORT: "0" },
      ways: launchers,
    },
    { variable: "SANDBOX_PORT", wrong: { SANDBOX_PORT: takenPort }, ways: launchers },
    { variable: "SANDBOX_HOST", right: { SANDBOX_HOST: "127.0.0.1" }, wrong: { SANDBOX_HOST: "localhost" } },
    { variable: "SANDBOX_HOST", wrong: { SANDBOX_HOST: FOREIGN_ADDRESS }, ways: launchers },
    {
      variable: "SANDBOX_ALLOWED_HOSTS",
      right: { SANDBOX_ALLOWED_HOSTS: "sandbox,api" },
      wrong: { SANDBOX_ALLOWED_HOSTS: "http://sandbox" },
    },
    {
      variable: "DATA_DIR",
      right: { DATA_DIR: join(folder, "not", "there", "yet") },
      wrong: { DATA_DIR: join(file, "data") },
    },
    // Nobody can create a folder there, not even root.
    { variable: "DATA_DIR", wrong: { DATA_DIR: "/proc/soria" } },
    {
      variable: "MAINTENANCE_FILE",
      right: { MAINTENANCE_FILE: join(folder, "maintenance.json") },
      wrong: { MAINTENANCE_FILE: "x".repeat(1_001) },
    },
    { variable: "LOG_LEVEL", right: { LOG_LEVEL: "error" }, wrong: { LOG_LEVEL: "loud" } },
    {
      variable: "METRICS_PORT",
      right: metrics,
      wrong: { METRICS_PORT: "70000" },
      does: (variables) => metricsHave(variables, /^soria_request_seconds_count/m),
    },
    { variable: "METRICS_PORT", wrong: { METRICS_PORT: takenPort } },
    {
      variable: "METRICS_HOST",
      right: { ...metrics, METRICS_HOST: "0.0.0.0" },
      wrong: { ...metrics, METRICS_HOST: "localhost" },
      does: (variables) => metricsHave(variables, /^soria_request_seconds_count/m),
    },
    { variable: "METRICS_HOST", wrong: { ...metrics, METRICS_HOST: FOREIGN_ADDRESS } },
    {
      variable: "OTEL_EXPORTER_OTLP_ENDPOINT",
      right: collector,
      wrong: { OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4318" },
    },
    {
      variable: "OTEL_EXPORTER_OTLP_HEADERS",
      right: { ...collector, OTEL_EXPORTER_OTLP_HEADERS: "api-key=value" },
      wrong: { OTEL_EXPORTER_OTLP_HEADERS: "value" },
    },
    {
      variable: "OTEL_SERVICE_NAME",
      right: { ...collector, OTEL_SERVICE_NAME: "soria" },
      wrong: { OTEL_SERVICE_NAME: "s".repeat(101) },
    },
    {
      variable: "OTEL_TRACES_SAMPLER",
      right: { ...collector, OTEL_TRACES_SAMPLER: "always_off" },
      wrong: { OTEL_TRACES_SAMPLER: "sometimes" },
    },
    {
      variable: "OTEL_TRACES_SAMPLER_ARG",
      right: { ...collector, OTEL_TRACES_SAMPLER_ARG: "0.5" },
      wrong: { OTEL_TRACES_SAMPLER_ARG: "2" },
    },
  ];
}
