import { isIP } from "node:net";
import { z } from "zod";
import { parseRedisAddress, redisAddressWants } from "./redis-address";

const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

/** Values of OTEL_TRACES_SAMPLER, as OpenTelemetry names them. */
const samplers = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;

/** An invalid variable that prevents the start; `message` is the one line to print. */
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

/** Variables whose values are never printed, only their length. */
export const secretVariables = new Set([
  "SESSION_SECRET",
  "LEDGER_SECRET",
  "STRIPE_PUBLISHABLE_KEY",
  "SESSION_STORE_URL",
  // It contains the key of a collector.
  "OTEL_EXPORTER_OTLP_HEADERS",
]);

const optional = (pattern: RegExp, wants: string) => z.string().regex(pattern, wants).optional();
const numeral = (pattern: RegExp, wants: string) => z.string().regex(pattern, wants).transform(Number);
const wholeNumber = (least: number, most: number) => {
  const wants = `a whole number from ${least} to ${most}`;
  return numeral(/^\d{1,9}$/, wants).refine((n) => n >= least && n <= most, wants);
};
const port = wholeNumber(1, 65535);

/** Ports to which fetch and browsers never connect (Fetch Standard, port blocking). */
const blockedPorts = new Set(
  (
    "1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 " +
    "123 135 137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 " +
    "990 993 995 1719 1720 1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 6697 10080"
  )
    .split(" ")
    .map(Number),
);
const openPort = port.refine((n) => !blockedPorts.has(n), "a port that fetch and browsers do not block");

const isWebUrl = (value: string) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
const webUrl = z.string().refine(isWebUrl, "an address that starts with http:// or https://");

/** Whether nothing follows or precedes host and path. */
function isPlainUrl(value: string): boolean {
  if (!isWebUrl(value)) return false;
  const { username, password, search, hash } = new URL(value);
  return username + password + search + hash === "";
}
const plainUrlWants =
  "an address that starts with http:// or https://, without a user, a query or a fragment";
const baseUrl = z
  .string()
  .refine(isPlainUrl, plainUrlWants)
  .transform((value) => new URL(value).href.replace(/\/+$/, ""));
const isOrigin = (value: string) => isPlainUrl(value) && new URL(value).pathname === "/";
const origin = z
  .string()
  .refine(isOrigin, "an origin such as https://www.example.com, without a path")
  .transform((value) => new URL(value).origin);

const proxiesWant =
  "addresses or networks of the proxies in front, such as loopback or 10.0.0.0/8, or how many there are";
const privateNetworks = ["loopback", "linklocal", "uniquelocal"];
/** Whose forwarded headers are believed: of these peers (Express' `trust proxy` list), through so many of them. */
const proxies = z
  .string()
  .refine((value) => /^(?:\d|1[0-6])$/.test(value) || value.split(",").every(isProxyAddress), proxiesWant)
  .transform((value) =>
    /^\d+$/.test(value)
      ? { peers: value === "0" ? [] : privateNetworks, hops: Number(value) }
      : { peers: value.split(",").map((name) => name.trim()), hops: Infinity },
  );

function isProxyAddress(given: string): boolean {
  const name = given.trim();
  if (privateNetworks.includes(name)) return true;
  const [, address = "", bits = "0"] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(name) ?? [];
  return isIP(address) > 0 && Number(bits) <= (isIP(address) === 4 ? 32 : 128);
}

export const hostAddressWants = "an IP address of this machine, or 0.0.0.0 for all of them";
const hostAddress = z.string().refine((value) => isIP(value) > 0, hostAddressWants);

/** Minimum length of each secret, in production with a real API or with a public SITE_URL. */
export const SECRET_LENGTH = 16;
export const secretsWant = "one or more secrets, separated by commas";
const secrets = z
  .string()
  .transform((value) => value.split(",").map((secret) => secret.trim()))
  .refine((list) => list.every((secret) => secret.length > 0), secretsWant);

export const variables = z.object({
  NODE_ENV: z.string().optional(),
  HOST: hostAddress.default("127.0.0.1"),
  PORT: wholeNumber(0, 65535).default("3000"),
  SESSION_SECRET: secrets.optional(),
  LEDGER_SECRET: secrets.optional(),
  SESSION_STORE_URL: z
    .string()
    .refine((value) => parseRedisAddress(value) !== undefined, redisAddressWants)
    .optional(),
  API_BASE_URL: baseUrl.optional(),
  ORDER_API_BASE_URL: baseUrl.optional(),
  STRIPE_PUBLISHABLE_KEY: optional(
    /^pk_[\w]+$/,
    "a publishable key, which starts with pk_ (never a secret key)",
  ),
  STRIPE_JS_URL: webUrl.optional(),
  DOWNLOAD_PC_URL: webUrl.optional(),
  DOWNLOAD_IOS_URL: webUrl.optional(),
  DOWNLOAD_ANDROID_URL: webUrl.optional(),
  TOOLS_VIDEO_URL: webUrl.optional(),
  PROMO_VIDEO_URL: webUrl.optional(),
  SITE_URL: origin.optional(),
  SECURITY_CONTACT: optional(
    /^(?:mailto:[^\s@]{1,64}@[\w.-]{1,190}|https:\/\/[^\s]{1,500})$/,
    "an address that starts with mailto: or https://",
  ),
  RATE_LIMIT_FACTOR: numeral(/^\d{1,6}(\.\d{1,6})?$/, "a number that is 0 or more, such as 1 or 0.5").default(
    "1",
  ),
  CHECKED_FETCH: z.enum(["0", "1"], { message: "1 (pages believe marked responses only) or 0" }).default("1"),
  OPTIONAL_PART_MS: wholeNumber(0, 5_000).default("300"),
  API_TIMEOUT_MS: wholeNumber(1_000, 15_000).default("5000"),
  TRUST_PROXY: proxies.default("0"),
  COUNTRY_HEADER: optional(/^[A-Za-z][\w-]{0,60}$/, "the name of a header, such as CF-IPCountry"),
  SANDBOX: z.enum(["0", "1"], { message: "1 (the sandbox stands in for the product API) or 0" }).optional(),
  SANDBOX_PORT: openPort.default("4000"),
  SANDBOX_HOST: hostAddress.optional(),
  SANDBOX_ALLOWED_HOSTS: optional(
    /^[\w.-]+(?:\s*,\s*[\w.-]+)*$/,
    "names of hosts without a port, separated by commas",
  ),
  DATA_DIR: z.string().default(".data"),
  MAINTENANCE_FILE: z.string().max(1_000, "the path of a file").optional(),
  LOG_LEVEL: z.enum(logLevels, { message: `one of ${logLevels.join(", ")}` }).default("info"),
  METRICS_PORT: port.optional(),
  METRICS_HOST: hostAddress.default("127.0.0.1"),
  OTEL_EXPORTER_OTLP_ENDPOINT: baseUrl.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: optional(
    /^[\w.-]+=[^,]*(?:,\s*[\w.-]+=[^,]*)*$/,
    "headers such as api-key=value, separated by commas",
  ),
  OTEL_SERVICE_NAME: z.string().max(100, "a name of at most 100 characters").default("soria-web"),
  OTEL_TRACES_SAMPLER: z
    .enum(samplers, { message: `one of ${samplers.join(", ")}` })
    .default("parentbased_always_on"),
  OTEL_TRACES_SAMPLER_ARG: numeral(
    /^(?:0|1|0?\.\d{1,9}|1\.0+)$/,
    "a number from 0 to 1, such as 0.1",
  ).default("1"),
});

/** Formats a variable's value for a message in one line: secrets as a length, long values truncated. */
export function describe(name: string, value: string | undefined): string {
  if (value === undefined) return "no value";
  if (secretVariables.has(name)) return `a value of ${value.length} characters (not shown)`;
  return JSON.stringify(value.length > 120 ? `${value.slice(0, 120)}…` : value);
}

/** Names of all variables, in the order of docs/configuration.md. */
export const variableNames = Object.keys(variables.shape);

/** Shorter names may differ by one character only: with two, GIT_URL would be a misspelt SITE_URL. */
const LONG_NAME = 10;

/**
 * Returns variables that the site does not read (`name`), but whose names are similar to one that it reads (`meant`): a
 * few characters differ (`isMisspelt`), or one name continues the other after an underscore.
 */
export function meantNames(source: Record<string, string | undefined>) {
  return Object.keys(source).flatMap((name) => {
    if (!source[name]?.trim() || variableNames.includes(name)) return [];
    const upper = name.toUpperCase();
    const misspelt = variableNames.find((known) => isNear(upper, known, known.length < LONG_NAME ? 1 : 2));
    const meant = misspelt ?? variableNames.find((known) => isPart(upper, known) || isPart(known, upper));
    return meant ? [{ name, meant, isMisspelt: misspelt !== undefined }] : [];
  });
}

/** Returns warnings for the terminal about variables that are set but not read. */
export const unreadVariables = (source: Record<string, string | undefined>) =>
  meantNames(source).map(({ name, meant }) => `${name} is not read; is ${meant} meant?`);

const isPart = (part: string, whole: string) => part.includes("_") && whole.startsWith(`${part}_`);

/** An edit is an insertion, a deletion, a substitution or a swap of neighbours. */
function isNear(one: string, other: string, edits: number): boolean {
  if (one === other) return true;
  const [oneRest, otherRest] = [one.slice(1), other.slice(1)];
  if (one[0] === other[0]) return isNear(oneRest, otherRest, edits);
  if (edits === 0) return false;
  const pairs = [
    [oneRest, otherRest],
    [oneRest, other],
    [one, otherRest],
  ] as [string, string][];
  if (one[0] === other[1] && one[1] === other[0]) pairs.push([one.slice(2), other.slice(2)]);
  return pairs.some(([left, right]) => isNear(left, right, edits - 1));
}
