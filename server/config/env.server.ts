import { resolve } from "node:path";
import { storedSecret } from "./data-dir";
import {
  describe,
  EnvError,
  meantNames,
  SECRET_LENGTH,
  secretVariables,
  secretsWant,
  variableNames,
  variables,
} from "./variables";

export { EnvError, variableNames } from "./variables";

/** Parsed and validated configuration. Defaults and meanings: docs/configuration.md. */
export type Env = ReturnType<typeof parseEnv>;
export type TracingConfig = NonNullable<Env["tracing"]>;

/** Returns whether a URL's host is localhost, 127.0.0.1 or [::1]. */
export const isLoopback = (url: string) =>
  ["localhost", "127.0.0.1", "[::1]"].includes(new URL(url).hostname);

/** Empty and blank values count as unset. @throws EnvError for the first invalid variable, with the line to print */
export function parseEnv(source: Record<string, string | undefined>) {
  refuseMisspelt(source);
  const given: Record<string, string> = {};
  for (const name of variableNames) {
    const value = source[name]?.trim();
    if (value) given[name] = value;
  }
  const refuse = (name: string, wants: string): never => {
    throw new EnvError(name, describe(name, given[name]), wants);
  };
  const { data: values, error } = variables.safeParse(given);
  if (error) {
    const issue = error.issues[0];
    return refuse(String(issue?.path[0]), issue?.message ?? "another value");
  }

  const isProduction = values.NODE_ENV === "production";
  const hasPublicUrl = values.SITE_URL !== undefined && !isLoopback(values.SITE_URL);
  const hasApi = values.API_BASE_URL !== undefined;
  if (hasApi && values.SANDBOX === "1") refuse("SANDBOX", "to be unset, because API_BASE_URL is set");
  const usesSandbox = !hasApi && (values.SANDBOX ? values.SANDBOX === "1" : !isProduction && !hasPublicUrl);
  if (!hasApi && !usesSandbox) {
    refuse("API_BASE_URL", "the product API's address, or SANDBOX=1 for the sandbox in its place");
  }
  // With only one of the two APIs, the site would send members' tokens to another system.
  if (!usesSandbox && values.ORDER_API_BASE_URL === undefined) {
    refuse("ORDER_API_BASE_URL", "the order service's address, because API_BASE_URL is set");
  }
  if (usesSandbox && values.ORDER_API_BASE_URL !== undefined) {
    refuse(
      "ORDER_API_BASE_URL",
      "to be unset, because API_BASE_URL is unset and the sandbox stands in for both",
    );
  }
  if ((isProduction && !usesSandbox) || hasPublicUrl) {
    const where = hasPublicUrl ? "for a public SITE_URL" : "in production";
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
  if (values.COUNTRY_HEADER !== undefined && values.TRUST_PROXY.peers.length === 0) {
    refuse("COUNTRY_HEADER", "to be unset, because TRUST_PROXY is unset and a visitor could send it");
  }
  if (usesSandbox && values.PORT === values.SANDBOX_PORT) {
    refuse("SANDBOX_PORT", "a port other than PORT");
  }
  const taken = usesSandbox ? [values.PORT, values.SANDBOX_PORT] : [values.PORT];
  if (values.METRICS_PORT !== undefined && taken.includes(values.METRICS_PORT)) {
    refuse("METRICS_PORT", "a port other than PORT and SANDBOX_PORT");
  }

  const sandboxLocal = `http://127.0.0.1:${values.SANDBOX_PORT}`;
  const sandboxOrigin = `http://localhost:${values.SANDBOX_PORT}`;
  const endpoint = values.OTEL_EXPORTER_OTLP_ENDPOINT;
  const cardStandIn = usesSandbox && values.STRIPE_PUBLISHABLE_KEY === undefined;
  return {
    /** Address on which the site listens. */
    host: values.HOST,
    port: values.PORT,
    /** Sign the cookie and encrypt session records. The first one writes, all of them read. Set in `env()`. */
    sessionSecrets: values.SESSION_SECRET ?? [],
    /** The same for the record of members' purchases. When empty, keys are derived from `sessionSecrets`. */
    ledgerSecrets: values.LEDGER_SECRET ?? [],
    sessionStoreUrl: values.SESSION_STORE_URL,
    apiBaseUrl: values.API_BASE_URL ?? `${sandboxLocal}/api`,
    orderApiBaseUrl: values.ORDER_API_BASE_URL ?? `${sandboxLocal}/order-service`,
    usesSandbox,
    sandboxPort: values.SANDBOX_PORT,
    /** Undefined: loopback. */
    sandboxHost: values.SANDBOX_HOST,
    /** For the visitor's browser. */
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
    /** The site's own origin; undefined: only local hosts are accepted. */
    siteUrl: values.SITE_URL,
    /** For /.well-known/security.txt. Undefined: the inquiry form. */
    securityContact: values.SECURITY_CONTACT,
    rateLimitFactor: values.RATE_LIMIT_FACTOR,
    /** How long a page waits for a part that it can be shown without, in ms. */
    optionalPartMs: values.OPTIONAL_PART_MS,
    /**
     * How long a call to the API may take, with its response, in ms (docs/specification/accounts-and-store.md section 9).
     * Inquiries and replies have their own limits (server/wire/support.ts).
     */
    apiTimeoutMs: values.API_TIMEOUT_MS,
    checkedFetch: values.CHECKED_FETCH === "1",
    trustedProxies: values.TRUST_PROXY,
    countryHeader: values.COUNTRY_HEADER,
    dataDir: resolve(values.DATA_DIR),
    /** Undefined: the default, in `dataDir`. */
    maintenanceFile: values.MAINTENANCE_FILE && resolve(values.MAINTENANCE_FILE),
    logLevel: values.LOG_LEVEL,
    metricsPort: values.METRICS_PORT,
    metricsHost: values.METRICS_HOST,
    tracing:
      endpoint === undefined
        ? undefined
        : {
            endpoint,
            serviceName: values.OTEL_SERVICE_NAME,
            sampler: values.OTEL_TRACES_SAMPLER,
            /** Share of the traces that the samplers "…traceidratio" record. */
            ratio: values.OTEL_TRACES_SAMPLER_ARG,
          },
    isProduction,
  };
}

/**
 * Refuses a misspelt variable of a secret or an API's URL: without it the site would generate a secret, or run without
 * its API. Other misspelt variables cause a warning (`unreadVariables`).
 */
function refuseMisspelt(source: Record<string, string | undefined>): void {
  for (const { name, meant, isMisspelt } of meantNames(source)) {
    const isCritical =
      secretVariables.has(meant) || meant === "API_BASE_URL" || meant === "ORDER_API_BASE_URL";
    if (isMisspelt && isCritical && !source[meant]?.trim()) {
      throw new EnvError(name, describe(meant, source[name]), `the name ${meant}`);
    }
  }
}

/**
 * Returns the configuration of this process, parsed from its environment on first use. Without SESSION_SECRET (outside
 * production, or with the sandbox) it generates a secret and stores it in DATA_DIR.
 *
 * @throws EnvError as `parseEnv`; the entry points print its message as one line and exit
 */
export function env(): Env {
  if (current) return current;
  const parsed = parseEnv(process.env);
  if (parsed.sessionSecrets.length === 0) parsed.sessionSecrets = [storedSecret(parsed.dataDir)];
  return (current = parsed);
}

let current: Env | undefined;

/** Parses the environment again at the next use, for tests. */
export function forgetEnv(): void {
  current = undefined;
}

/**
 * Sets SANDBOX=1 for `npm start` and `npm run dev`, unless SANDBOX or API_BASE_URL is set or SITE_URL is public. A
 * public site needs an API, or SANDBOX=1 from its operator.
 */
export function chooseSandbox(environment: NodeJS.ProcessEnv): void {
  const [sandbox, api, siteUrl] = ["SANDBOX", "API_BASE_URL", "SITE_URL"].map((name) =>
    environment[name]?.trim(),
  );
  const hasPublicUrl = siteUrl && URL.canParse(siteUrl) && !isLoopback(siteUrl);
  if (!sandbox && !api && !hasPublicUrl) environment["SANDBOX"] = "1";
}
