import { resolve } from "node:path";
import { keptSecret } from "./data-dir";
import { isLoopback } from "./loopback";
import { meantNames } from "./meant-names";
import {
  describe,
  EnvError,
  isSecretVariable,
  type LogLevel,
  SECRET_LENGTH,
  secretsWant,
  variables,
} from "./variables";
import { singleton } from "#server/runtime/singleton";

export { EnvError, type LogLevel, variableNames } from "./variables";

/** Everything that can be configured, parsed and checked. Defaults and meanings: docs/operating.md#configuration. */
export interface Env {
  /** Port of the site; 0 lets the system choose. */
  port: number;
  /** Processes that answer on the port (built site only). */
  workers: number;
  /** Signs the cookie and encrypts session records. The first one writes, all of them read. Never empty from `env()`. */
  sessionSecrets: string[];
  /** Seals the record of members' purchases. The first one writes, all of them read; empty: derived from `sessionSecrets`. */
  ledgerSecrets: string[];
  /** See config/redis-address.ts; undefined: the embedded store in `dataDir`. */
  sessionStoreUrl?: string;
  /** Product API, without a trailing slash. */
  apiBaseUrl: string;
  /** Order service, without a trailing slash. */
  orderApiBaseUrl: string;
  /** The sandbox stands in for the product API: chosen by SANDBOX=1, and the default outside production. */
  usesSandbox: boolean;
  sandboxPort: number;
  /** The address on which the sandbox listens; undefined: loopback. */
  sandboxHost?: string;
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
  /** False: pages leave the browser's `fetch` alone (docs/decisions/0035-checked-transport.md). */
  checkedFetch: boolean;
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

/**
 * Reads and checks a set of environment variables. Empty and blank values count as unset.
 * `sessionSecrets` is empty when none is configured and one may be made (see `env`).
 *
 * @throws EnvError for the first variable that is wrong, with the one line to print
 */
export function parseEnv(source: Record<string, string | undefined>): Env {
  refuseMisspelt(source);
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

  const isProduction = values.NODE_ENV === "production";
  const isPublic = values.SITE_URL !== undefined && !isLoopback(values.SITE_URL);
  const hasApi = values.API_BASE_URL !== undefined;
  if (hasApi && values.SANDBOX === "1") refuse("SANDBOX", "to be unset, because API_BASE_URL is set");
  const usesSandbox = !hasApi && (values.SANDBOX ? values.SANDBOX === "1" : !isProduction && !isPublic);
  if (!hasApi && !usesSandbox) {
    refuse("API_BASE_URL", "the product API's address, or SANDBOX=1 for the sandbox in its place");
  }
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
  if ((isProduction && !usesSandbox) || isPublic) {
    const where = isPublic ? "for a public SITE_URL" : "in production";
    if (!values.SESSION_SECRET) refuse("SESSION_SECRET", `${secretsWant}; it is required ${where}`);
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
    sandboxHost: values.SANDBOX_HOST,
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
    checkedFetch: values.CHECKED_FETCH === "1",
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
 * Refuses a secret or an address of an API whose variable is misspelt: without it the site would run with a secret that
 * it made itself, or without its API. Other misspelt variables are a warning (`unreadVariables`).
 *
 * @throws EnvError that names the variable as it is spelt, and the one that is meant
 */
function refuseMisspelt(source: Record<string, string | undefined>): void {
  for (const { name, meant, isMisspelt } of meantNames(source)) {
    const isCritical = isSecretVariable(meant) || meant === "API_BASE_URL" || meant === "ORDER_API_BASE_URL";
    if (isMisspelt && isCritical && !source[meant]?.trim()) {
      throw new EnvError(name, describe(meant, source[name]), `the name ${meant}`);
    }
  }
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
