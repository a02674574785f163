/**
 * Compares app/routes.md with the code: every URL with its access, loader, action and API calls. `npm run routes`
 * writes the file. Access is determined by requesting each URL as a guest and as a member.
 */
import { describe, expect, it } from "vitest";
import { calls, type CallName } from "#server/wire/calls";
import { routeCalls } from "../kit/project/route-calls";
import { type Access, ACCESS, accessOf, ask, entries, isToSignIn, useMember } from "./route-access";

useMember();

/**
 * The tables of the specification: public-site-and-community.md section 2, accounts-and-store.md section 2,
 * governance.md, and docs/decisions/0002 (the site's additional URLs). `step`: a step of another screen; without the
 * previous step it is Invalid Access.
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

  // "Also reachable publicly" (section 6): the calls need a session, so guests see an invitation to sign in.
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
  "/sitemaps/:name": "public",
  "/robots.txt": "public",
  "/news/feed.xml": "public",
  "/*": "public",
};

/** URLs that parts of those screens need, in addition to the specification. Each is listed with its screen. */
const added: Record<string, Access> = {
  // The wallet panel of /sign-in requests the message to sign.
  "/sign-in/wallet-message": "public",
  // /my-page: one order, the export of a member's data, and the member's island image.
  "/my-page/ecommerce-history/:orderNumber": "member",
  "/my-page/data.json": "member",
  "/my-page/island.svg": "member",
  // /store/products/:id: starts the payment; confirms the order.
  "/store/products/complete/begin": "member",
  // Every purchase with the amount taken, and the recovery from an unreadable purchase record.
  "/my-page/purchases.csv": "member",
  "/store/purchases/rebuild": "member",
  // The name of an installed site, in each language.
  "/site.webmanifest": "public",
  // An image; it has no effect without a member.
  "/store/products/complete/shown": "public",
  "/store/products/:id/checkout/confirm": "member",
  // /support/inquiry: the file is uploaded before the form.
  "/support/inquiry/attachment": "public",
  // /dao/suggestions/:sId: the calendar file, and the like button of a debate.
  "/dao/suggestions/:sId/voting.ics": "member",
  // /dao and /dao/suggestions: all open votes as a file; with the secret of a calendar address without a session.
  "/dao/votes.ics": "member",
  "/dao/suggestions/:sId/debates/:dId/like": "member",
};

/** Calls of the specification that no screen makes. Each has its reason. */
const unused: CallName[] = [
  // PayPal is shown disabled (docs/decisions/0008).
  "createPaypalOrder",
  "capturePaypalOrder",
  // The mailed reset link already contains its token.
  "resetToken",
  // Made by the session (server/session) on any page when a token expires.
  "refreshSession",
  "refreshAccessToken",
];

/** Its loader runs with every page, beside the page's own (tests/http/calls.test.ts counts its calls). */
const ROOT = "app/root.tsx";
const callsOf = routeCalls([
  ROOT,
  ...[...new Set(entries.flatMap(({ branch }) => branch))].map((file) => `app/${file}`),
]);
const named = (names: string[] | undefined) =>
  names?.map((name) => `${calls[name as CallName].method} ${calls[name as CallName].path}`).join("<br>");

it("has every address of the specification, and no other", () => {
  const all = { ...specified, ...added };
  expect(entries.map(({ address }) => address).sort()).toEqual(Object.keys(all).sort());
});

it.each(entries)("$address is shown to whom the specification says [A198.1]", async (entry) => {
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

it("writes to support and governance by four calls: no comment is deleted, no inquiry answered or closed [P128.3 P143.1]", () => {
  const writes = Object.values(calls).filter(({ method }) => method !== "GET");
  const lines = writes.map(({ method, path }) => `${method} ${path}`);
  expect(lines.filter((line) => /\/(?:support|dao)\//.test(line)).sort()).toEqual([
    "POST /dao/report",
    "POST /dao/suggestions/{sId}/debates/{dId}/like",
    "POST /support/inquiries",
    "POST /support/inquiries/{id}/message",
  ]);
});

it("has the root's calls, which look after open purchases and read nothing else", () => {
  expect(callsOf(ROOT, "action")).toBeUndefined();
  const settling: CallName[] = [
    "book",
    "cancel",
    "capture",
    "confirmOrder",
    "createOrder",
    "history",
    "profile",
  ];
  expect(callsOf(ROOT, "loader")).toEqual(settling);
});

it("is written down in app/routes.md (else: npm run routes)", async () => {
  const rows = await Promise.all(
    entries.map(async (entry) => {
      const action = callsOf(`app/${entry.file}`, "action");
      // The layouts' loaders run too.
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
    "Made by `npm run routes` from `routes.ts` and the code; do not edit. A loader or an action without a call of the API says `yes`. Token refreshes belong to the session and are not listed. The first row is the root's loader, which runs with every page: it has the purchases of a member looked after in the background, and waits for none of its calls.",
    "",
    ...Object.entries(ACCESS).map(([name, meaning]) => `- **${name}**: ${meaning}`),
    "",
    "| Address | Access | Module in routes/ | Loader calls | Action calls |",
    "| --- | --- | --- | --- | --- |",
    `| every page | everybody | \`app/root.tsx\` | ${named(callsOf(ROOT, "loader"))} | – |`,
    ...rows,
    "",
  ].join("\n");
  await expect(text).toMatchFileSnapshot("../../app/routes.md");
});
