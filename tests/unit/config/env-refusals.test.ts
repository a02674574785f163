import { describe, expect, it } from "vitest";
import { realApi, refusal } from "./env-support";

const apiOrSandbox =
  "API_BASE_URL has no value; wants the product API's address, or SANDBOX=1 for the sandbox in its place.";

describe("one line names the variable, what it has and what it wants", () => {
  it.each<[Record<string, string>, string]>([
    [{ PORT: "http" }, 'PORT has "http"; wants a whole number from 0 to 65535.'],
    [{ PORT: "70000" }, 'PORT has "70000"; wants a whole number from 0 to 65535.'],
    [{ PORT: "-1" }, 'PORT has "-1"; wants a whole number from 0 to 65535.'],
    [{ SANDBOX_PORT: "0" }, 'SANDBOX_PORT has "0"; wants a whole number from 1 to 65535.'],
    [{ SANDBOX_PORT: "4190" }, "wants a port that fetch and browsers do not block."],
    [{ PORT: "4000" }, "SANDBOX_PORT has no value; wants a port other than PORT."],
    [{ METRICS_PORT: "3000" }, 'METRICS_PORT has "3000"; wants a port other than PORT and SANDBOX_PORT.'],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4318" }, "wants an address that starts with http://"],
    [
      { OTEL_EXPORTER_OTLP_HEADERS: "a-secret-key" },
      "OTEL_EXPORTER_OTLP_HEADERS has a value of 12 characters (not shown); wants headers such as api-key=value",
    ],
    [{ OTEL_TRACES_SAMPLER: "ten" }, 'OTEL_TRACES_SAMPLER has "ten"; wants one of always_on, always_off,'],
    [{ OTEL_TRACES_SAMPLER_ARG: "1.5" }, 'OTEL_TRACES_SAMPLER_ARG has "1.5"; wants a number from 0 to 1'],
    [{ SITE_URL: "soria.example" }, 'SITE_URL has "soria.example"; wants an origin such as'],
    [
      { SITE_URL: "https://soria.example/path" },
      "wants an origin such as https://www.example.com, without a path.",
    ],
    [
      { API_BASE_URL: "ftp://api" },
      'API_BASE_URL has "ftp://api"; wants an address that starts with http://',
    ],
    [{ API_BASE_URL: "https://user:pw@api.example.com" }, "without a user, a query or a fragment."],
    [
      { API_BASE_URL: realApi.API_BASE_URL },
      "ORDER_API_BASE_URL has no value; wants the order service's address",
    ],
    [{ ...realApi, SANDBOX: "1" }, 'SANDBOX has "1"; wants to be unset, because API_BASE_URL is set.'],
    [{ SANDBOX: "yes" }, 'SANDBOX has "yes"; wants 1 (the sandbox stands in for the product API) or 0.'],
    [{ NODE_ENV: "production" }, apiOrSandbox],
    [{ SANDBOX: "0" }, apiOrSandbox],
    [{ SITE_URL: "https://soria.example" }, apiOrSandbox],
    [
      { SITE_URL: "https://soria.example", SANDBOX: "1" },
      "SESSION_SECRET has no value; wants one or more secrets, separated by commas; it is required for a public SITE_URL.",
    ],
    [
      { SITE_URL: "https://soria.example", SANDBOX: "1", SESSION_SECRET: "short" },
      "SESSION_SECRET has a value of 5 characters (not shown); wants one or more secrets, separated by commas, each of at least 16",
    ],
    [{ SANDBOX_HOST: "localhost" }, 'SANDBOX_HOST has "localhost"; wants an IP address of this machine'],
    [{ SANDBOX_ALLOWED_HOSTS: "http://x" }, "wants names of hosts without a port, separated by commas."],
    [
      { SESION_SECRET: "top-secret-value" },
      "SESION_SECRET has a value of 16 characters (not shown); wants the name SESSION_SECRET.",
    ],
    [
      { API_BASEURL: "https://api.example" },
      'API_BASEURL has "https://api.example"; wants the name API_BASE_URL.',
    ],
    [{ ORDER_API_BASE_URL: realApi.ORDER_API_BASE_URL }, "wants to be unset, because API_BASE_URL is unset"],
    [{ SESSION_STORE_URL: "memcached://x" }, "a Redis Cluster cannot be used."],
    [{ RATE_LIMIT_FACTOR: "-1" }, 'RATE_LIMIT_FACTOR has "-1"; wants a number that is 0 or more'],
    [{ RATE_LIMIT_FACTOR: "NaN" }, "wants a number that is 0 or more"],
    [
      { COUNTRY_HEADER: "CF-IPCountry" },
      'COUNTRY_HEADER has "CF-IPCountry"; wants to be unset, because TRUST_PROXY is unset and a visitor could send it.',
    ],
    [
      { TRUST_PROXY: "loopback", COUNTRY_HEADER: "a b" },
      'COUNTRY_HEADER has "a b"; wants the name of a header, such as CF-IPCountry.',
    ],
    ...["true", "17", "10.1", "10.0.0.0/33", "proxy.example", "*", "loopback,,"].map(
      (value): [Record<string, string>, string] => [
        { TRUST_PROXY: value },
        `TRUST_PROXY has "${value}"; wants addresses or networks of the proxies in front`,
      ],
    ),
    [{ HOST: "localhost" }, 'HOST has "localhost"; wants an IP address of this machine'],
    [
      { LOG_LEVEL: "loud" },
      'LOG_LEVEL has "loud"; wants one of fatal, error, warn, info, debug, trace, silent.',
    ],
    [{ DOWNLOAD_PC_URL: "javascript:alert(1)" }, "DOWNLOAD_PC_URL has"],
    [{ STRIPE_JS_URL: "/stripe.js" }, "STRIPE_JS_URL has"],
    [
      { STRIPE_PUBLISHABLE_KEY: "pk_live_1", STRIPE_JS_URL: "http://localhost:4000/stripe/stripe.js" },
      "wants to be unset, because STRIPE_PUBLISHABLE_KEY is a live key",
    ],
    [{ ...realApi, NODE_ENV: "production" }, "SESSION_SECRET has no value; wants one or more secrets"],
    [
      { SESSION_SECRET: "one,,two" },
      "SESSION_SECRET has a value of 8 characters (not shown); wants one or more secrets",
    ],
  ])("%j", (source, expected) => {
    const line = refusal(source);
    expect(line).toContain(expected);
    expect(line).not.toMatch(/[\r\n]/);
  });

  it("never shows a secret", () => {
    for (const [name, value] of [
      ["STRIPE_PUBLISHABLE_KEY", "sk_live_topsecret"],
      ["SESSION_STORE_URL", "http://:topsecret@redis"],
      ["SESSION_SECRET", "topsecret,"],
    ] as const) {
      const line = refusal({ [name]: value });
      expect(line).toContain(name);
      expect(line).not.toContain("topsecret");
    }
    const line = refusal({ ...realApi, NODE_ENV: "production", SESSION_SECRET: "topsecret" });
    expect(line).toContain("each of at least 16 characters");
    expect(line).not.toContain("topsecret");
  });

  it("keeps to one line and a bearable length whatever the value", () => {
    const line = refusal({ PORT: `1\n2${"x".repeat(5000)}` });
    expect(line).not.toMatch(/[\r\n]/);
    expect(line.length).toBeLessThan(250);
  });
});
