import { randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { isIP } from "node:net";
import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import { z } from "zod";
import { singleton } from "#server/request/singleton";
import { parseRedisAddress, redisAddressWants } from "#server/session/redis-address";

/** Everything that can be configured, parsed and checked. Defaults and meanings: README, "Configuration". */
export interface Env {
  /** Port of the site; 0 lets the system choose. */
  port: number;
  /** Processes that answer on the port (built site only). */
  workers: number;
  /** Signs the cookie and encrypts session records. The first one writes, all of them read. Never empty from `env()`. */
  sessionSecrets: string[];
  /** Seals the record of members' purchases. The first one writes, all of them read; empty: derived from `sessionSecrets`. */
  ledgerSecrets: string[];
  /** See session/redis-address.ts; undefined: the embedded store in `dataDir`. */
  sessionStoreUrl?: string;
  /** Product API, without a trailing slash. */
  apiBaseUrl: string;
  /** Order service, without a trailing slash. */
  orderApiBaseUrl: string;
  /** True when no API is configured, so that the sandbox stands in for it. */
  usesSandbox: boolean;
  sandboxPort: number;
  /** The sandbox as the visitor's browser reaches it. */
  sandboxOrigin: string;
  /** Undefined: card payment is not offered. */
  stripePublishableKey?: string;
  /** Address of a script that stands in for Stripe's; undefined: Stripe's own. */
  stripeJsUrl?: string;
  /** Undefined: "coming soon". */
  downloads: { pc?: string; ios?: string; android?: string };
  toolsVideoUrl?: string;
  promoVideoUrl?: string;
  /** The site's own origin (no trailing slash); undefined: only local hosts are answered. */
  siteUrl?: string;
  /** Multiplies every rate limit; 0 turns them off. */
  rateLimitFactor: number;
  /** Number of proxies whose forwarded headers are believed. */
  trustProxy: number;
  /** The header in which the proxy tells a visitor's country; undefined: nobody is told it. */
  countryHeader?: string;
  /** Absolute path. */
  dataDir: string;
  logLevel: LogLevel;
  metricsPort?: number;
  /** The address of this machine on which the metrics are answered. */
  metricsHost: string;
  isProduction: boolean;
}

const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
export type LogLevel = (typeof logLevels)[number];

/** A variable that stops the start; `message` is the one line to print. */
export class EnvError extends Error {
  override name = "EnvError";
  constructor(
    readonly variable: string,
    has: string,
    wants: string,
  ) {
    super(`${variable} has ${has}; wants ${wants}.`);
  }
}

/** Values of these are never printed, only their length. */
const secretVariables = new Set([
  "SESSION_SECRET",
  "LEDGER_SECRET",
  "STRIPE_PUBLISHABLE_KEY",
  "SESSION_STORE_URL",
]);

const wholeNumber = (least: number, most: number) => {
  const wants = `a whole number from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, wants)
    .transform(Number)
    .refine((n) => n >= least && n <= most, wants);
};
const port = wholeNumber(1, 65535);

function isUrl(value: string, protocols: string[]): boolean {
  return URL.canParse(value) && protocols.includes(new URL(value).protocol) && new URL(value).hostname !== "";
}
const webUrl = z
  .string()
  .refine((value) => isUrl(value, ["http:", "https:"]), "an address that starts with http:// or https://");

const baseUrlWants = "an address that starts with http:// or https://, without a user, a query or a fragment";
const baseUrl = z
  .string()
  .refine((value) => {
    if (!isUrl(value, ["http:", "https:"])) return false;
    const url = new URL(value);
    return !url.username && !url.password && !url.search && !url.hash;
  }, baseUrlWants)
  .transform((value) => new URL(value).href.replace(/\/+$/, ""));

const originWants = "an origin such as https://www.example.com, without a path";
const origin = z
  .string()
  .refine((value) => {
    if (!isUrl(value, ["http:", "https:"])) return false;
    const url = new URL(value);
    return url.pathname === "/" && !url.username && !url.password && !url.search && !url.hash;
  }, originWants)
  .transform((value) => new URL(value).origin);

/** Characters that each secret has at least, in production with a real API. */
const SECRET_LENGTH = 16;
const secretsWant = "one or more secrets, separated by commas";
const secrets = z
  .string()
  .transform((value) => value.split(",").map((secret) => secret.trim()))
  .refine((list) => list.every((secret) => secret.length > 0), secretsWant);

const variables = z.object({
  NODE_ENV: z.string().optional(),
  PORT: wholeNumber(0, 65535).default("3000"),
  SESSION_SECRET: secrets.optional(),
  LEDGER_SECRET: secrets.optional(),
  SESSION_STORE_URL: z
    .string()
    .refine((value) => parseRedisAddress(value) !== undefined, redisAddressWants)
    .optional(),
  API_BASE_URL: baseUrl.optional(),
  ORDER_API_BASE_URL: baseUrl.optional(),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_[\w]+$/, "a publishable key, which starts with pk_ (never a secret key)")
    .optional(),
  STRIPE_JS_URL: webUrl.optional(),
  DOWNLOAD_PC_URL: webUrl.optional(),
  DOWNLOAD_IOS_URL: webUrl.optional(),
  DOWNLOAD_ANDROID_URL: webUrl.optional(),
  TOOLS_VIDEO_URL: webUrl.optional(),
  PROMO_VIDEO_URL: webUrl.optional(),
  SITE_URL: origin.optional(),
  RATE_LIMIT_FACTOR: z
    .string()
    .regex(/^\d{1,6}(\.\d{1,6})?$/, "a number that is 0 or more, such as 1 or 0.5")
    .transform(Number)
    .default("1"),
  TRUST_PROXY: wholeNumber(0, 16).default("0"),
  COUNTRY_HEADER: z
    .string()
    .regex(/^[A-Za-z][\w-]{0,60}$/, "the name of a header, such as CF-IPCountry")
    .optional(),
  SANDBOX_PORT: port.default("4000"),
  DATA_DIR: z.string().default(".data"),
  LOG_LEVEL: z.enum(logLevels, { message: `one of ${logLevels.join(", ")}` }).default("info"),
  WORKERS: z
    .string()
    .regex(
      /^(?:auto|[1-9]|[1-5]\d|6[0-4])$/,
      "a whole number from 1 to 64, or auto (as many as there are cores)",
    )
    .transform((value) => (value === "auto" ? availableParallelism() : Number(value)))
    .default("1"),
  METRICS_PORT: port.optional(),
  METRICS_HOST: z
    .string()
    .refine((value) => isIP(value) > 0, "an IP address of this machine, or 0.0.0.0 for all of them")
    .default("127.0.0.1"),
});

/** Printable form of what a variable has: secrets as a length, long values cut, always one line. */
function describe(name: string, value: string | undefined): string {
  if (value === undefined) return "no value";
  if (secretVariables.has(name)) return `a value of ${value.length} characters (not shown)`;
  return JSON.stringify(value.length > 120 ? `${value.slice(0, 120)}…` : value);
}

/** The names of all variables, in the order of the README. */
export const variableNames = Object.keys(variables.shape);

/**
 * Reads and checks a set of environment variables. Empty and blank values count as unset.
 * `sessionSecrets` is empty when none is configured and one may be made (see `env`).
 *
 * @throws EnvError for the first variable that is wrong, with the one line to print
 */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const given: Record<string, string> = {};
  for (const name of Object.keys(variables.shape)) {
    const value = source[name]?.trim();
    if (value) given[name] = value;
  }
  const parsed = variables.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const name = String(issue?.path[0]);
    throw new EnvError(name, describe(name, given[name]), issue?.message ?? "another value");
  }
  const values = parsed.data;
  const refuse = (name: string, wants: string): never => {
    throw new EnvError(name, describe(name, given[name]), wants);
  };

  const usesSandbox = values.API_BASE_URL === undefined;
  const isProduction = values.NODE_ENV === "production";
  // Half a back end would send members' tokens of one system to the other.
  if (!usesSandbox && values.ORDER_API_BASE_URL === undefined) {
    refuse("ORDER_API_BASE_URL", "the order service's address, because API_BASE_URL is set");
  }
  if (usesSandbox && values.ORDER_API_BASE_URL !== undefined) {
    refuse(
      "ORDER_API_BASE_URL",
      "to be unset, because API_BASE_URL is unset and the sandbox stands in for both",
    );
  }
  if (isProduction && !usesSandbox) {
    if (!values.SESSION_SECRET) refuse("SESSION_SECRET", `${secretsWant}; it is required in production`);
    for (const name of ["SESSION_SECRET", "LEDGER_SECRET"] as const) {
      if (values[name]?.some((secret) => secret.length < SECRET_LENGTH)) {
        refuse(name, `${secretsWant}, each of at least ${SECRET_LENGTH} characters`);
      }
    }
  }
  if (values.STRIPE_JS_URL !== undefined && values.STRIPE_PUBLISHABLE_KEY?.startsWith("pk_live_")) {
    refuse(
      "STRIPE_JS_URL",
      "to be unset, because STRIPE_PUBLISHABLE_KEY is a live key: real cards go to Stripe only",
    );
  }
  if (values.COUNTRY_HEADER !== undefined && values.TRUST_PROXY === 0) {
    refuse("COUNTRY_HEADER", "to be unset, because TRUST_PROXY is 0 and a visitor could send it");
  }
  if (usesSandbox && values.PORT === values.SANDBOX_PORT) {
    refuse("SANDBOX_PORT", "a port other than PORT");
  }
  if (values.METRICS_PORT !== undefined) {
    const taken = usesSandbox ? [values.PORT, values.SANDBOX_PORT] : [values.PORT];
    if (taken.includes(values.METRICS_PORT))
      refuse("METRICS_PORT", "a port other than PORT and SANDBOX_PORT");
  }

  const sandboxLocal = `http://127.0.0.1:${values.SANDBOX_PORT}`;
  const sandboxOrigin = `http://localhost:${values.SANDBOX_PORT}`;
  const cardStandIn = usesSandbox && values.STRIPE_PUBLISHABLE_KEY === undefined;
  return {
    port: values.PORT,
    workers: values.WORKERS,
    sessionSecrets: values.SESSION_SECRET ?? [],
    ledgerSecrets: values.LEDGER_SECRET ?? [],
    sessionStoreUrl: values.SESSION_STORE_URL,
    apiBaseUrl: values.API_BASE_URL ?? `${sandboxLocal}/api`,
    orderApiBaseUrl: values.ORDER_API_BASE_URL ?? `${sandboxLocal}/order-service`,
    usesSandbox,
    sandboxPort: values.SANDBOX_PORT,
    sandboxOrigin,
    stripePublishableKey: values.STRIPE_PUBLISHABLE_KEY ?? (cardStandIn ? "pk_test_sandbox" : undefined),
    stripeJsUrl: values.STRIPE_JS_URL ?? (cardStandIn ? `${sandboxOrigin}/stripe/stripe.js` : undefined),
    downloads: {
      pc: values.DOWNLOAD_PC_URL,
      ios: values.DOWNLOAD_IOS_URL,
      android: values.DOWNLOAD_ANDROID_URL,
    },
    toolsVideoUrl: values.TOOLS_VIDEO_URL,
    promoVideoUrl: values.PROMO_VIDEO_URL,
    siteUrl: values.SITE_URL,
    rateLimitFactor: values.RATE_LIMIT_FACTOR,
    trustProxy: values.TRUST_PROXY,
    countryHeader: values.COUNTRY_HEADER,
    dataDir: resolve(values.DATA_DIR),
    logLevel: values.LOG_LEVEL,
    metricsPort: values.METRICS_PORT,
    metricsHost: values.METRICS_HOST,
    isProduction,
  };
}

/**
 * The secret that is made once and kept in `<dataDir>/session-secret` (mode 0600). Two processes that
 * start together agree on one: a link to a complete file is made, which only the first of them can do.
 *
 * @throws EnvError naming DATA_DIR when the folder or the file cannot be read or written
 */
function keptSecret(dataDir: string): string {
  const file = join(dataDir, "session-secret");
  const read = () => {
    const secret = readFileSync(file, "utf8").trim();
    if (secret.length < 32) throw new Error("the file session-secret is damaged");
    return secret;
  };
  try {
    return read();
  } catch (error) {
    if (!isCode(error, "ENOENT")) throw unusable(dataDir, error);
  }
  try {
    mkdirSync(dataDir, { recursive: true });
    const draft = `${file}.${process.pid}.${randomBytes(4).toString("hex")}`;
    writeFileSync(draft, `${randomBytes(32).toString("base64url")}\n`, { mode: 0o600, flag: "wx" });
    try {
      linkSync(draft, file);
    } catch (error) {
      if (!isCode(error, "EEXIST")) throw error;
    } finally {
      rmSync(draft, { force: true });
    }
    return read();
  } catch (error) {
    throw unusable(dataDir, error);
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}

function unusable(dataDir: string, error: unknown): EnvError {
  const reason = error instanceof Error ? error.message.split("\n")[0] : String(error);
  return new EnvError(
    "DATA_DIR",
    JSON.stringify(dataDir),
    `a folder that can be read and written, to keep the session secret in (${reason})`,
  );
}

/**
 * The configuration of this process, parsed from its environment on first use. Without SESSION_SECRET
 * (outside production, or with the sandbox) a secret is made once and kept in DATA_DIR.
 *
 * @throws EnvError as `parseEnv`; the entry points print its message as one line and stop
 */
export function env(): Env {
  return singleton("env", () => {
    const parsed = parseEnv(process.env);
    if (parsed.sessionSecrets.length === 0) parsed.sessionSecrets = [keptSecret(parsed.dataDir)];
    return parsed;
  });
}
