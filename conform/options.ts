import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";

export interface Options {
  url: string;
  orders?: string;
  provider?: string;
  /** Stripe's publishable key of its test mode, for `provider` https://api.stripe.com. */
  providerKey?: string;
  email?: string;
  password?: string;
  /** A second member, who must not see the first member's data. */
  second?: { email: string; password: string };
  walletKey?: string;
  /** Origin of the site, as written in the wallet sign-in message. */
  site: string;
  destructive: boolean;
  buy: number[];
  mail?: string;
  /** Template for test addresses: `name+random@domain`. */
  mailAddress?: string;
  rules: string[];
  seconds: number;
  strict: boolean;
  json?: string;
  html?: string;
}

/** Thrown for invalid command-line options. Exit code 2. */
export class UsageError extends Error {}

export const USAGE = `Usage: npm run conform -- URL [options]

  URL                      address of the product API, as API_BASE_URL of the site
  --orders URL             address of the order service, as ORDER_API_BASE_URL
  --provider URL           card provider: http://localhost:4000/stripe of the sandbox, or https://api.stripe.com
  --provider-key KEY       publishable key of Stripe's test mode (pk_test_…)
  --email E --password P   a member to sign in with; CONFORM_EMAIL and CONFORM_PASSWORD likewise
  --wallet-key KEY         private key of a registered wallet; CONFORM_WALLET_KEY likewise
  --site URL               origin of the site in a wallet's message (http://localhost:3000)
  --destructive            allows steps that change something: names, an inquiry, a like, a report, codes
  --buy ID[,ID…]           with --destructive: allows to buy these items, ten purchases at most
  --mail URL               a mailbox in the sandbox's form (/mailbox.json): allows to make an account of its own
  --mail-address A         addresses for mail are made from it: name+random@domain (conform@example.com)
  --rule RULE[,RULE…]      only these: calls, money, M2.3, store.purchase, "auth.signIn lock"
  --seconds N              how long it may wait in all for something to expire (0)
  --strict                 what is missing or was not tried counts as a failure
  --json FILE              every request and answer, without secrets
  --html FILE              the report as one file
  --config FILE            the same options as JSON, and "second": {"email", "password"}
  --self-test              runs the kit against the sandbox and its broken variants (for work on the kit)`;

const clean = (text: string, name: string): string => {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new UsageError(`${name} is no http address: ${text}`);
  if (new URL(text).username !== "") throw new UsageError(`${name} must not hold a password`);
  return text.replace(/\/+$/, "");
};

/**
 * Reads options from the command line, the environment and the `--config` file, in this order of precedence.
 *
 * @throws UsageError for an unknown option, an invalid value, or a file that cannot be read
 */
export function readOptions(args: string[], env: Record<string, string | undefined> = process.env): Options {
  const text = { type: "string" } as const;
  const flag = { type: "boolean" } as const;
  let parsed;
  try {
    parsed = parseArgs({
      args,
      allowPositionals: true,
      options: {
        orders: text,
        provider: text,
        "provider-key": text,
        email: text,
        password: text,
        "wallet-key": text,
        site: text,
        destructive: flag,
        buy: text,
        mail: text,
        "mail-address": text,
        rule: text,
        seconds: text,
        strict: flag,
        json: text,
        html: text,
        config: text,
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
  const { values, positionals } = parsed;
  const file = values.config === undefined ? {} : readConfig(values.config);
  const url = positionals[0] ?? file.url;
  if (url === undefined || positionals.length > 1)
    throw new UsageError("One address is needed: that of the product API");
  const seconds = Number(values.seconds ?? file.seconds ?? 0);
  if (!Number.isFinite(seconds) || seconds < 0) throw new UsageError("--seconds is a number");
  const buy = values.buy?.split(",").map(Number) ?? file.buy ?? [];
  if (!buy.every((id) => Number.isSafeInteger(id) && id > 0))
    throw new UsageError("--buy is a list of item ids: 7,12");
  const destructive = values.destructive ?? file.destructive ?? false;
  if (buy.length > 0 && !destructive) throw new UsageError("--buy needs --destructive");
  const providerKey = values["provider-key"] ?? file.providerKey;
  if (providerKey !== undefined && !providerKey.startsWith("pk_test_"))
    throw new UsageError("--provider-key must be of the test mode: pk_test_…");
  const address = (value: string | undefined, name: string) =>
    value === undefined ? undefined : clean(value, name);
  const found: { [Name in keyof Options]: Options[Name] | undefined } = {
    url: clean(url, "URL"),
    orders: address(values.orders ?? file.orders, "--orders"),
    provider: address(values.provider ?? file.provider, "--provider"),
    providerKey,
    email: values.email ?? env.CONFORM_EMAIL ?? file.email,
    password: values.password ?? env.CONFORM_PASSWORD ?? file.password,
    second: file.second,
    walletKey: values["wallet-key"] ?? env.CONFORM_WALLET_KEY ?? file.walletKey,
    site: clean(values.site ?? file.site ?? "http://localhost:3000", "--site"),
    destructive,
    buy,
    mail: address(values.mail ?? file.mail, "--mail"),
    mailAddress: values["mail-address"] ?? file.mailAddress,
    rules: values.rule?.split(",").map((rule) => rule.trim()) ?? file.rules ?? [],
    seconds,
    strict: values.strict ?? file.strict ?? false,
    json: values.json ?? file.json,
    html: values.html ?? file.html,
  };
  return Object.fromEntries(
    Object.entries(found).filter(([, value]) => value !== undefined),
  ) as unknown as Options;
}

function readConfig(path: string): Partial<Options> {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as Partial<Options>;
  } catch (error) {
    throw new UsageError(`--config ${path}: ${(error as Error).message}`);
  }
}
