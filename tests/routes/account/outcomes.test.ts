/**
 * The result of every sign-in method × account state × scripts on or off × language. Prints the table of docs/forms.md.
 */
import type { LocalAccount } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { translator } from "~/i18n/i18n.server";
import { type Language, languages } from "~/i18n/languages";
import type { FaultRule } from "#server/sandbox/switches/faults";
import type { MemberOrder } from "#server/sandbox/switches/members";
import { getSession } from "#server/session/session.server";
import { faults, sandbox, server } from "../../mocks/server";
import { type Shown, SiteBrowser, wordsOf } from "../../kit/visitors/site-browser";
import { withSite } from "../../kit/visitors/whole-site";

/** The public development key 2 of Hardhat and Anvil: its address holds no pass (docs/decisions/0009). */
const withoutPass = privateKeyToAccount("0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a");

const site = withSite(["account", "my-page", "site/home"]);
const asked: unknown[] = [];
beforeAll(async () => {
  server.events.on("request:start", ({ request }) => {
    if (!/\/auth\/(wallet\/)?sign-in$/.test(request.url)) return;
    void request
      .clone()
      .json()
      .then(({ language }: { language: unknown }) => asked.push(language));
  });
});

/** The page that the visitor ends on, as a path, and the message it shows, as a text key. */
interface Outcome {
  at: string;
  says?: string;
  params?: Record<string, string | number>;
  status?: number;
  isIn?: true;
}

interface State {
  state: string;
  /** The account to create; undefined when no account exists. */
  member?: MemberOrder;
  /** Fault that replaces the API's response. */
  fault?: Partial<FaultRule>;
  /** Signs in with wrong credentials. */
  isWrong?: true;
  email?: Outcome;
  wallet?: Outcome;
  account?: LocalAccount;
}

const code = (result: number, data: unknown = null): Partial<FaultRule> => ({
  status: 400,
  body: { result, message: "", data },
});
const on = (says: string, more: Partial<Outcome> = {}): Outcome => ({
  at: "/sign-in",
  says,
  status: 400,
  ...more,
});
const both = (outcome: Outcome) => ({ email: outcome, wallet: outcome });

const table: State[] = [
  { state: "in order", member: {}, ...both({ at: "/", isIn: true }) },
  {
    state: "to be deleted",
    member: { state: "leaving" },
    ...both({ at: "/", isIn: true, says: "account:signIn.deletionCancelledUntil" }),
  },
  {
    state: "suspended",
    member: { state: "suspended" },
    ...both({ at: "/access-denied", says: "account:accessDenied.reason" }),
  },
  {
    state: "suspended, by the code 1005",
    member: {},
    fault: code(1005, {
      ...{ created_at: "2026-11-20T03:00:00Z", restored_at: "2026-11-23T07:05:00Z" },
      ...{ duration: { days: 3, hours: 4, minutes: 5 }, reason: "Sold an account" },
    }),
    ...both({ at: "/access-denied", says: "account:accessDenied.reason" }),
  },
  {
    state: "locked",
    member: { state: "locked" },
    email: on("errors:web.011"),
    wallet: on("account:wallet.accountLocked"),
  },
  {
    state: "wrong credentials",
    member: {},
    isWrong: true,
    email: on("errors:web.001", { params: { count: 1 } }),
    wallet: on("account:wallet.failed"),
  },
  {
    state: "locked by this very try",
    member: {},
    fault: code(1201),
    email: on("errors:web.002"),
    wallet: on("account:wallet.accountLocked"),
  },
  {
    state: "wrong, without a count",
    member: {},
    fault: code(1200),
    email: on("errors:web.001plain"),
    wallet: on("account:wallet.failed"),
  },
  {
    state: "pending",
    member: {},
    fault: code(1119),
    ...both(on("errors:code.pending")),
  },
  {
    state: "with a password that has expired",
    member: {},
    fault: code(1202),
    email: on("errors:code.passwordExpired"),
  },
  {
    state: "deleted",
    member: {},
    fault: code(1007),
    email: on("errors:web.001plain"),
    wallet: on("errors:code.userNotFound"),
  },
  { state: "of nobody", email: on("errors:web.001plain"), wallet: on("errors:web.004") },
  { state: "without a pass", account: withoutPass, wallet: on("errors:web.003") },
  { state: "signed too late", member: {}, fault: code(1016), wallet: on("account:wallet.expired") },
  {
    state: "API down",
    member: {},
    fault: { mode: "close" },
    ...both(on("errors:http.noResponse", { status: 503 })),
  },
  {
    state: "API failing",
    member: {},
    fault: { status: 500 },
    ...both(on("errors:http.unexpected", { status: 502 })),
  },
  {
    state: "API answers a page",
    member: {},
    fault: { mode: "html" },
    ...both(on("errors:http.unexpected", { status: 502 })),
  },
];

async function byEmail(browser: SiteBrowser, { member, isWrong }: State): Promise<Shown> {
  const made = member && (await (await sandbox()).make(member));
  const email = made?.email ?? `nobody-${generatePrivateKey().slice(2, 12)}@soria.test`;
  const password = isWrong || !made ? "Wrong-1!" : made.password;
  const page = await browser.open("/sign-in");
  return browser.send(page, "sign-in", { intent: "sign-in", email, password });
}

async function byWallet(browser: SiteBrowser, { member, isWrong, account: given }: State): Promise<Shown> {
  const account = given ?? privateKeyToAccount(generatePrivateKey());
  if (member) await (await sandbox()).make({ ...member, type: "WALLET", address: account.address });
  const page = await browser.open("/sign-in?mode=wallet");
  const message = await browser.fetch("/sign-in/wallet-message", { address: account.address, chainId: "1" });
  const { message: text } = (await message.json()) as { message: string };
  const signer = isWrong ? privateKeyToAccount(generatePrivateKey()) : account;
  const signature = await signer.signMessage({ message: text });
  return browser.post("/sign-in?mode=wallet", Object.entries({ intent: "wallet", signature }), page);
}

const ways = {
  email: ["/api/auth/sign-in", byEmail],
  wallet: ["/api/auth/wallet/sign-in", byWallet],
} as const;

/** Returns the message as rendered, up to its first date: the API supplies the date. */
function sentence(lng: Language, { says = "", params = {} }: Outcome): string {
  const [words = ""] = translator(lng)(says as "errors:web.011", { ...params, date: "§" }).split("§");
  return words;
}

async function isSignedIn(browser: SiteBrowser): Promise<boolean> {
  const request = new Request("http://localhost:3000", { headers: browser.headers() });
  return (await getSession({ request, context: {} })).isSignedIn;
}

const cells = (["email", "wallet"] as const).flatMap((way) =>
  table.flatMap((row) => (row[way] ? [{ way, state: row.state, row, outcome: row[way] }] : [])),
);

it.each(cells)(
  "$way, $state [A117.1 A117.2 A259.2 A278.1 A279.1 A282.1 A283.1 A284.1 A285.1 A286.1 P176.1]",
  async ({ way, row, outcome }) => {
    const [path, attempt] = ways[way];
    for (const lng of languages) {
      for (const scripts of [true, false]) {
        const browser = new SiteBrowser(site, scripts, lng);
        await faults(...(row.fault ? [{ path, ...row.fault }] : []));
        asked.length = 0;
        const shown = await attempt(browser, row);
        const what = `${lng}, scripts ${scripts ? "on" : "off"}`;
        expect(shown.path.split("?")[0], what).toBe(outcome.at);
        expect(shown.status, what).toBe(outcome.status ?? 200);
        if (outcome.says) {
          if (shown.data) expect(JSON.stringify(shown.data), what).toContain(keyIn(outcome));
          else expect(wordsOf(shown.html), what).toContain(sentence(lng, outcome));
        }
        expect(await isSignedIn(browser), what).toBe(outcome.isIn === true);
        // The API is called once, in the page's language. A failed connection is not retried.
        expect(asked, what).toEqual([lng.toUpperCase()]);
      }
    }
  },
);

/** Returns the key that the action data contains. For a locked account it contains the unlock step instead. */
function keyIn({ says = "" }: Outcome): string {
  return says === "errors:web.011" ? `"step":"unlock"` : says;
}

afterAll(() => {
  const line = ({ at, says }: Outcome) => [at, says].filter(Boolean).join(" ");
  const rows = table.map(({ state, email, wallet }) => [
    state,
    email ? line(email) : "-",
    wallet ? line(wallet) : "-",
  ]);
  console.log(
    [["the account is", "by e-mail", "by wallet"], ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n"),
  );
});
