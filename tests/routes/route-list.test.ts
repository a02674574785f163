/**
 * app/routes.md: every address with who may see it, its loader, its action and the calls they make. `npm run routes`
 * writes it; without that, this test compares it with the code. Access is found by asking each address as a guest
 * and as a member.
 */
import type { AppLoadContext } from "@remix-run/node";
import type { RouteConfigEntry } from "@remix-run/route-config";
import { beforeAll, describe, expect, it } from "vitest";
import routes from "~/routes";
import { answerTo } from "#server/web/error-response.server";
import { applySessionCookie } from "#server/session/session.server";
import { calls, type CallName } from "#server/wire/calls";
import { PASSWORD } from "../mocks/sandbox";
import { sandbox } from "../mocks/server";
import { routeCalls } from "../setup/route-calls";
import { Visitor } from "../setup/visitor";
import { action as signIn } from "~/routes/account/sign-in/route";

type Access = "public" | "guest" | "member" | "step";

/**
 * The tables of the specification: public-site-and-community.md section 2, accounts-and-store.md section 2,
 * governance.md, and docs/decisions/0002 (addresses of the site's own). `step`: a step of another screen, which without
 * the step before is Invalid Access.
 */
const specified: Record<string, Access> = {
  "/": "public",
  "/introduction": "public",
  "/news": "public",
  "/news/:id": "public",
  "/game/news": "step",
  "/game/news/:id": "public",
  "/download": "public",
  "/support": "public",
  "/support/faq": "public",
  "/support/inquiry": "public",
  "/privacy-policy": "public",
  "/terms-of-use": "public",
  "/not-found": "public",

  "/sign-in": "guest",
  "/signin": "guest",
  "/sign-up": "guest",
  "/find-password": "public",
  "/find-password/email-sent": "public",
  "/change-password": "step",
  "/change-password/complete": "step",
  "/wpdnif": "step",
  "/access-denied": "step",

  // "Also reachable publicly" (section 6): a guest is invited to sign in, for the calls are authenticated.
  "/support/inquiries": "public",
  "/support/inquiries/:id": "public",
  "/support/requests": "member",
  "/support/requests/:id": "member",

  "/my-page": "member",
  "/my-page/tools": "member",
  "/my-page/profile": "member",
  "/my-page/history": "member",
  "/my-page/ecommerce-history": "member",
  "/my-page/terminate": "member",
  "/my-page/history.csv": "member",
  "/my-page/purchases.csv": "member",
  "/store/purchases/rebuild": "member",

  "/store": "member",
  "/store/products": "member",
  "/store/products/:id": "member",
  "/store/products/:id/checkout": "member",
  "/store/products/complete": "member",
  "/store/soria-exchange": "member",

  "/dao": "public",
  "/dao/operating-method": "public",
  "/dao/suggestions": "member",
  "/dao/suggestions/mine": "member",
  "/dao/suggestions/:sId": "member",
  "/dao/suggestions/:sId/debates/:dId": "member",
  "/dao/suggestions/:sId/voters": "member",
  "/dao/report": "member",
  "/dao/members": "member",

  "/language": "public",
  "/theme": "public",
  "/sign-out": "public",
  "/sitemap.xml": "public",
  "/robots.txt": "public",
  "/news/feed.xml": "public",
  "/*": "public",
};

/** Parts of those screens that need an address: beside the specification, each with its screen. */
const added: Record<string, Access> = {
  // The wallet panel of /sign-in asks for the message to sign.
  "/sign-in/wallet-message": "public",
  // /my-page: one order, everything the site keeps of a member, and the member's island.
  "/my-page/ecommerce-history/:orderNumber": "member",
  "/my-page/data.json": "member",
  "/my-page/island.svg": "member",
  // /store/products/:id: the payment is begun; the order is confirmed.
  "/store/products/complete/begin": "member",
  // Every purchase with what was really taken, and the way out of a record of them that cannot be read.
  "/my-page/purchases.csv": "member",
  "/store/purchases/rebuild": "member",
  // What an installed site is called, in each language.
  "/site.webmanifest": "public",
  // A picture: without a member it says nothing.
  "/store/products/complete/shown": "public",
  "/store/products/:id/checkout/confirm": "member",
  // /support/inquiry: the file goes ahead of the form.
  "/support/inquiry/attachment": "public",
  // /dao/suggestions/:sId: the calendar file, and the like button of a debate.
  "/dao/suggestions/:sId/voting.ics": "member",
  "/dao/suggestions/:sId/debates/:dId/like": "member",
};

/** Calls of the specification that no screen makes; each with why. */
const unused: CallName[] = [
  // PayPal is shown disabled (docs/decisions/0008).
  "createPaypalOrder",
  "capturePaypalOrder",
  // The reset link of the mail carries its token.
  "resetToken",
  // The session's own (server/session), on whatever page a token runs out.
  "refreshSession",
  "refreshAccessToken",
];

interface Entry {
  address: string;
  file: string;
  /** Its own module and those of the layouts around it, outermost first. */
  branch: string[];
}

function flat(entries: RouteConfigEntry[], parent = "", around: string[] = []): Entry[] {
  return entries.flatMap(({ path = "", file, children }) => {
    const address = [parent, path].filter(Boolean).join("/");
    const branch = [...around, file];
    // A layout has no page of its own: its index route stands for it.
    if (children) return flat(children, address, branch);
    return [{ address: `/${address}`, file, branch }];
  });
}

const entries = flat(routes);
const modules = import.meta.glob<Partial<Record<"loader" | "action", Handler>>>(
  "../../app/routes/**/{route.ts,route.tsx,announce-charge.ts,language.ts,robots.ts,sign-out.ts,sitemap.ts,theme.ts}",
);
type Handler = (args: {
  request: Request;
  params: Record<string, string>;
  context: AppLoadContext;
}) => unknown;
const moduleOf = async (file: string) => (await modules[`../../app/${file}`]?.()) ?? {};

interface Asked {
  status: number;
  location: string;
  /** Whether it keeps something: the message of Invalid Access. */
  isKept: boolean;
}

let cookie = "";
const params: Record<string, string> = {
  id: "1",
  sId: "19",
  dId: "1",
  orderNumber: "ORDER-1",
  "*": "nowhere",
};

async function ask(entry: Entry, name: "loader" | "action", headers: Record<string, string>): Promise<Asked> {
  const path = entry.address.replace(
    /:(\w+)|\*/g,
    (whole, key: string | undefined) => params[key ?? whole] ?? "",
  );
  const body = name === "action" ? new URLSearchParams() : null;
  const context: AppLoadContext = {};
  const files = name === "loader" ? entry.branch : [entry.file];
  for (const file of files) {
    const handler = (await moduleOf(file))[name];
    if (!handler) continue;
    const request = new Request(`http://localhost:3000${path}`, {
      method: body ? "POST" : "GET",
      headers: { Origin: "http://localhost:3000", ...headers },
      body,
    });
    let answer: unknown;
    try {
      answer = await handler({ request, params, context });
    } catch (thrown) {
      answer = thrown instanceof Response ? thrown : answerTo(thrown, context);
      if (!answer) throw thrown;
    }
    if (!(answer instanceof Response)) continue;
    const location = (answer.headers.get("Location") ?? "").replace("http://localhost:3000", "");
    if (answer.status >= 300) {
      const headers = new Headers(answer.headers);
      await applySessionCookie(headers, context);
      return { status: answer.status, location, isKept: headers.has("Set-Cookie") };
    }
  }
  return { status: 200, location: "", isKept: false };
}

async function accessOf(entry: Entry): Promise<Access> {
  const { loader, action } = await moduleOf(entry.file);
  const guest = await ask(entry, loader ? "loader" : "action", {});
  if (isToSignIn(guest)) return "member";
  if (guest.location === "/" && guest.isKept) return "step";
  if (guest.status === 200) {
    const member = await ask(entry, loader ? "loader" : "action", { Cookie: cookie });
    return member.location === "/" ? "guest" : "public";
  }
  // Its address is for posting: opened, it only leads on.
  return action && isToSignIn(await ask(entry, "action", {})) ? "member" : "public";
}

const isToSignIn = ({ location }: Asked) => location.startsWith("/sign-in?redirectTo=");

const ACCESS: Record<Access, string> = {
  public: "everybody",
  guest: "guests; a member is led on",
  member: "members; a guest is asked to sign in",
  step: "after the step before; else Invalid Access",
};

beforeAll(async () => {
  const visitor = new Visitor();
  const { email } = await (await sandbox()).make();
  await visitor.post(signIn, "/sign-in", { intent: "sign-in", email: email ?? "", password: PASSWORD });
  cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
});

const callsOf = routeCalls(
  [...new Set(entries.flatMap(({ branch }) => branch))].map((file) => `app/${file}`),
);
const named = (names: string[] | undefined) =>
  names?.map((name) => `${calls[name as CallName].method} ${calls[name as CallName].path}`).join("<br>");

it("has every address of the specification, and no other", () => {
  const all = { ...specified, ...added };
  expect(entries.map(({ address }) => address).sort()).toEqual(Object.keys(all).sort());
});

it.each(entries)("$address is shown to whom the specification says", async (entry) => {
  expect(await accessOf(entry)).toBe({ ...specified, ...added }[entry.address]);
});

describe("a member's form sent by a guest", () => {
  const all = { ...specified, ...added };
  const forms = entries.filter(({ address, file }) => {
    return all[address] === "member" && callsOf(`app/${file}`, "action");
  });
  it.each(forms)("$address asks for the sign-in", async (entry) => {
    expect(await ask(entry, "action", {})).toSatisfy(isToSignIn);
  });
});

it("makes every call of the wire, but those that are said", () => {
  const made = entries.flatMap(({ branch }) =>
    branch.flatMap((file) => ["loader", "action"].flatMap((name) => callsOf(`app/${file}`, name) ?? [])),
  );
  expect([...new Set([...made, ...unused])].sort()).toEqual(Object.keys(calls).sort());
});

it("is written down in app/routes.md (else: npm run routes)", async () => {
  const rows = await Promise.all(
    entries.map(async (entry) => {
      const action = callsOf(`app/${entry.file}`, "action");
      // The layout's loader runs too.
      const loaders = entry.branch.map((file) => callsOf(`app/${file}`, "loader")).filter((found) => found);
      const loader = loaders.length > 0 ? [...new Set(loaders.flat())].map((name) => name ?? "") : undefined;
      const cells = [
        `\`${entry.address}\``,
        (await accessOf(entry)) satisfies Access,
        `\`${entry.file.replace("routes/", "")}\``,
        loader ? named(loader) || "yes" : "–",
        action ? named(action) || "yes" : "–",
      ];
      return `| ${cells.join(" | ")} |`;
    }),
  );
  const text = [
    "# The addresses of Soria Web",
    "",
    "Made by `npm run routes` from `routes.ts` and the code; do not edit. A loader or an action without a call of the API says `yes`. Token refreshes belong to the session and are not listed.",
    "",
    ...Object.entries(ACCESS).map(([name, meaning]) => `- **${name}**: ${meaning}`),
    "",
    "| Address | Access | Module in routes/ | Loader calls | Action calls |",
    "| --- | --- | --- | --- | --- |",
    ...rows,
    "",
  ].join("\n");
  await expect(text).toMatchFileSnapshot("../../app/routes.md");
});
