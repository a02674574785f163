/**
 * Every form of the site × what can come between its being opened and its being sent: what the page says, what the API
 * sees, and that there is a way on afterwards. It prints the table.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { STAMP_FIELD } from "~/domain/form-answer";
import { translator } from "~/i18n/i18n.server";
import { formNames } from "#server/forms/define-form.server";
import { makeStamp } from "#server/forms/stamp.server";
import type { MadeMember } from "#server/sandbox/switches/members";
import { ownerOf } from "#server/session/sealing.server";
import { sessionStore } from "#server/session/stores.server";
import { sandbox } from "../mocks/server";
import { formIn, openSite, type Shown, SiteBrowser, wordsOf } from "../setup/whole-site";

const NEW = "Nightfall-2!";
const HOUR_MS = 3_600_000;

interface World {
  browser: SiteBrowser;
  /** Who is signed in when the form is opened; of forms for guests nobody. */
  member: MadeMember | undefined;
}

interface FormCase {
  name: string;
  /** guest: bound to nobody, or to who has no account yet; visitor: of a guest, and a member's once one has begun it. */
  who: "guest" | "visitor" | "member";
  /** Leads to the page that has the form. */
  open: (world: World) => Promise<Shown> | Shown;
  /** What is typed, and the button that is pressed. */
  typed: (world: World) => Record<string, string>;
  /** Of what is typed, what must not be lost. */
  words: readonly string[];
  /** The call that it makes; undefined for one that makes none. */
  call?: string;
  /** What waits for it stands in the session of a guest: without that there is nothing to send. */
  needsSession?: true;
}

const text = (name: string) => `${name}-灯`;
let products: Record<"soria" | "usd", number>;
let site: Awaited<ReturnType<typeof openSite>>;
let fresh = 0;

const newEmail = () => `meeting-${Date.now()}-${fresh++}@soria.test`;
const emails = new WeakMap<World, string>();
const emailOf = (world: World) => {
  const known = emails.get(world) ?? newEmail();
  emails.set(world, known);
  return known;
};

async function codeOf(email: string): Promise<string> {
  return (await (await sandbox()).mails(email))[0]?.code ?? "";
}

async function toCode(world: World): Promise<Shown> {
  const first = await world.browser.open("/sign-up");
  return world.browser.send(first, "sign-up-email", { intent: "send-code", email: emailOf(world) });
}

async function toDetails(world: World): Promise<Shown> {
  const { browser } = world;
  const page = await toCode(world);
  const authCode = await codeOf(emailOf(world));
  const verified = await browser.send(page, "sign-up-code", { intent: "verify", authCode });
  return browser.send(verified, "sign-up-code", { intent: "continue" });
}

async function toReset({ browser }: World): Promise<Shown> {
  const api = await sandbox();
  const { email } = await api.make();
  await api.call("/auth/forgot-password", { body: { email, language: "JA" } });
  const link = new URL((await api.mails(email ?? ""))[0]?.link ?? "");
  return browser.open(link.pathname + link.search);
}

const inquiry = {
  subject: text("件名"),
  message: text("本文"),
  name: text("名"),
  email: "guest@example.com",
  confirmed: "yes",
};
const checkout = {
  customerName: text("注文者"),
  customerPhone: "03-1234-5678",
  customerEmail: "order@example.com",
  shippingName: text("お届け先"),
  shippingPhone: "03-1234-5678",
  postalCode: "150-0001",
  address: text("住所"),
  detailedAddress: "101",
  paymentMethod: "STRIPE",
};
const at =
  (path: string) =>
  ({ browser }: World) =>
    browser.open(path);

const cases: FormCase[] = [
  {
    name: "sign-in",
    who: "guest",
    open: at("/sign-in"),
    typed: () => ({ intent: "sign-in", email: "member@soria.test", password: "Soria-2024!" }),
    words: ["member@soria.test"],
    call: "POST /api/auth/sign-in",
  },
  {
    name: "find-password",
    who: "guest",
    async open(world) {
      const { email } = await (await sandbox()).make();
      emails.set(world, email ?? "");
      return world.browser.open("/find-password");
    },
    typed: (world) => ({ intent: "send", email: emailOf(world) }),
    words: ["@soria.test"],
    call: "POST /api/auth/forgot-password",
  },
  {
    name: "change-password",
    who: "guest",
    open: toReset,
    typed: () => ({ password: NEW, passwordConfirm: NEW }),
    words: [],
    call: "PATCH /api/auth/reset-password",
    needsSession: true,
  },
  {
    name: "sign-up-email",
    who: "guest",
    open: at("/sign-up"),
    typed: (world) => ({ intent: "send-code", email: emailOf(world) }),
    words: [],
    call: "POST /api/auth/request-code",
  },
  {
    name: "sign-up-code",
    who: "guest",
    open: toCode,
    typed: () => ({ intent: "verify", authCode: "000000" }),
    words: ["000000"],
    call: "POST /api/auth/verify-code",
    needsSession: true,
  },
  {
    name: "sign-up-details",
    who: "guest",
    open: toDetails,
    typed: () => ({
      intent: "details",
      password: NEW,
      passwordConfirm: NEW,
      firstName: "灯",
      lastName: "水野",
      agreement: "on",
    }),
    words: ["水野"],
    call: "POST /api/auth/sign-up",
    needsSession: true,
  },
  {
    name: "inquiry",
    who: "visitor",
    open: at("/support/inquiry"),
    typed: () => ({ ...inquiry, typeCode: "LOGIN_FAIL" }),
    words: [inquiry.subject, inquiry.message, inquiry.name],
    call: "POST /api/support/inquiries",
  },
  {
    name: "inquiry",
    who: "member",
    open: at("/support/inquiry"),
    typed: () => ({ ...inquiry, typeCode: "BUG_ERROR" }),
    words: [inquiry.subject, inquiry.message, inquiry.name],
    call: "POST /api/support/inquiries",
  },
  {
    name: "reply",
    who: "member",
    open: (world) => world.browser.open(`/support/inquiries/${world.member?.inquiries[0]}`),
    typed: () => ({ content: text("返信"), confirmed: "yes" }),
    words: [text("返信")],
    call: "POST /api/support/inquiries/…",
  },
  {
    name: "names",
    who: "member",
    open: at("/my-page/profile"),
    typed: () => ({ intent: "names", firstName: "暁", lastName: "雲居" }),
    words: ["暁", "雲居"],
    call: "PATCH /api/users/me",
  },
  {
    name: "password",
    who: "member",
    open: at("/my-page/profile"),
    typed: () => ({
      intent: "password",
      oldPassword: "Soria-2024!",
      newPassword: NEW,
      newPasswordConfirm: NEW,
    }),
    words: [],
    call: "PATCH /api/users/me/password",
  },
  {
    name: "sessions",
    who: "member",
    async open({ browser, member }) {
      // With nothing to end there is no form.
      if (member) await enter(new SiteBrowser(site, false), member);
      return browser.open("/my-page/profile");
    },
    typed: () => ({ session: "others" }),
    words: [],
  },
  {
    name: "terminate",
    who: "member",
    open: at("/my-page/terminate"),
    typed: () => ({ confirm: "on" }),
    words: [],
    call: "DELETE /api/users/me",
  },
  {
    name: "exchange",
    who: "member",
    open: at("/store/soria-exchange"),
    typed: () => ({ intent: "exchange", amount: "43210", agree: "on" }),
    words: ["43210"],
  },
  {
    name: "buy",
    who: "member",
    open: (world) => world.browser.open(`/store/products/${products.soria}`),
    typed: () => ({ intent: "buy", quantity: "173", paymentType: "BALANCE", confirm: "on" }),
    words: ["173"],
    call: "POST /api/store/products/purchase",
  },
  {
    name: "checkout",
    who: "member",
    open: (world) => world.browser.open(`/store/products/${products.usd}/checkout`),
    typed: () => ({ ...checkout, thirdParty: "on", process: "on" }),
    words: [checkout.customerName, checkout.address, "150-0001"],
  },
  {
    name: "report",
    who: "member",
    open: at("/dao/report?target=COMMENT&id=1&back=%2Fdao"),
    typed: () => ({ reason: "SPAM", detail: text("理由"), confirmed: "yes" }),
    words: [text("理由")],
    call: "POST /api/dao/report",
  },
  {
    name: "like",
    who: "member",
    open: at("/dao/suggestions/19/debates/1"),
    typed: () => ({}),
    words: [],
    call: "POST /api/dao/suggestions/…/like",
  },
];

/** Forms that are shown as a step of another, or are no page's, and the tests that hold them. */
const elsewhere: Record<string, string> = {
  unlock: "tests/routes/account/sign-in.test.ts",
  wallet: "tests/routes/account/outcomes.test.ts",
  "confirm-order": "tests/routes/store-walks.test.ts",
  purchase: "tests/routes/store-walks.test.ts",
};

/** What the API did for somebody, with ids left out; questions are no deeds. */
async function deeds(): Promise<Record<string, number>> {
  const answer = await (await sandbox()).fetch(new Request("http://api.test/__calls"));
  const { counts } = (await answer.json()) as { counts: Record<string, number> };
  const done: Record<string, number> = {};
  for (const [call, count] of Object.entries(counts)) {
    if (/^(GET|HEAD|PUT) |__|check-email/.test(call)) continue;
    const key = call
      .replace(/(inquiries)\/[^/]+.*$/, "$1/…")
      .replace(/suggestions\/.*\/like/, "suggestions/…/like");
    done[key] = (done[key] ?? 0) + count;
  }
  return done;
}

async function deedsOf(work: () => Promise<Shown>): Promise<{ shown: Shown; made: string[] }> {
  const before = await deeds();
  const shown = await work();
  const after = await deeds();
  const made = Object.keys(after).filter((call) => (after[call] ?? 0) > (before[call] ?? 0));
  return { shown, made };
}

async function enter(browser: SiteBrowser, { email, password }: MadeMember): Promise<Shown> {
  const page = await browser.open("/sign-in");
  return browser.send(page, "sign-in", { intent: "sign-in", email: email ?? "", password });
}

const made = async () => (await sandbox()).make({ inquiries: [{}], balances: { soria: 900_000_000 } });

/** What stands in the page's form, or in what its action answered to scripts. */
const standing = ({ html, data }: Shown) => (data ? JSON.stringify(data) : html);

interface Meeting {
  name: string;
  /** Which forms can meet it. */
  of: readonly FormCase["who"][];
  /** What comes between; may send another form than the one that was opened. */
  between?: (world: World, page: Shown, form: FormCase) => Promise<Shown | void>;
  /** What becomes of the form. */
  ends: (form: FormCase) => "done" | "sign-in" | "refused" | "failed" | "lost";
  /** In place of the press. */
  press?: (world: World, page: Shown, form: FormCase) => Promise<Shown>;
  after?: () => Promise<void>;
  /** Without scripts alone. */
  noScripts?: true;
  /** What it meets is the session's, the same for all: these stand for them. */
  only?: readonly string[];
}

const send = (world: World, page: Shown, form: FormCase) =>
  world.browser.send(page, form.name, form.typed(world));
const everybody = ["guest", "visitor", "member"] as const;

const meetings: Meeting[] = [
  { name: "nothing", of: everybody, ends: () => "done" },
  {
    name: "another member signs in",
    of: everybody,
    async between({ browser }) {
      await browser.fetch("/sign-out", {});
      await enter(browser, await made());
    },
    // A sign-up that is under way goes on beside a member; signing out is the end of it, and of a reset.
    ends: ({ who, needsSession }) => (needsSession ? "lost" : who === "guest" ? "done" : "refused"),
  },
  {
    name: "a guest's tab is signed in by another",
    of: ["guest", "visitor"],
    async between({ browser }) {
      await enter(browser, await made());
    },
    ends: ({ name, who }) => (who === "visitor" ? "refused" : name === "change-password" ? "lost" : "done"),
  },
  {
    name: "the session ends",
    of: ["member"],
    async between({ browser }) {
      for (const name of browser.cookies.keys()) if (name !== "lng") browser.cookies.delete(name);
    },
    ends: () => "sign-in",
  },
  {
    name: "signed out from another device",
    of: ["member"],
    async between({ member }) {
      if (!member) return;
      const other = new SiteBrowser(site, false);
      await enter(other, member);
      await other.send(await other.open("/my-page/profile"), "sessions", { session: "others" });
    },
    ends: () => "sign-in",
  },
  {
    name: "the store is emptied",
    of: ["member"],
    only: ["names", "inquiry", "terminate"],
    async between({ member }) {
      if (member) await sessionStore().destroyAllOf(ownerOf(member.id));
    },
    ends: () => "sign-in",
  },
  {
    name: "the language is switched",
    of: everybody,
    noScripts: true,
    async between(world, page, form) {
      const { browser } = world;
      const typed = Object.entries({ ...form.typed(world), stamp: stampOf(page, form), lng: "ko" });
      const query = new URLSearchParams({ form: form.name, redirectTo: page.path });
      if (form.name === "like") return browser.open(page.path);
      const other = await browser.post(`/language?${query}`, typed, page);
      expect(other.html).toContain('lang="ko"');
      for (const word of form.words) expect(other.html, `${form.name} in another language`).toContain(word);
      return other;
    },
    ends: () => "done",
  },
  {
    name: "pressed twice",
    of: everybody,
    async press(world, page, form) {
      const [one, two] = await Promise.all([send(world, page, form), send(world, page, form)]);
      expect([one.status, two.status].filter((status) => status >= 500)).toEqual([]);
      // Whichever a browser shows: the one that was first may have ended what the other needed (a password, the account).
      return one.status < 400 || !form.call ? one : two;
    },
    ends: () => "done",
  },
  ...[2, -2].map((hours): Meeting => ({
    name: `our clock is ${Math.abs(hours)} h ${hours > 0 ? "ahead of" : "behind"} the API's`,
    of: ["member"],
    only: ["names", "reply", "buy"],
    ends: () => "done",
  })),
  {
    name: "a page of an older release",
    of: everybody,
    press(world, page, form) {
      const old = makeStamp({ name: form.name, fields: ["older"] }, "");
      return world.browser.send(page, form.name, { ...form.typed(world), stamp: old });
    },
    // Sign-in and recovery act for nobody who is signed in, and for no address before it is typed.
    ends: ({ who, needsSession }) => (who === "guest" && !needsSession ? "done" : "refused"),
  },
  ...(["close", "html"] as const).map((mode): Meeting => ({
    name: mode === "close" ? "the API is gone" : "the API answers nonsense",
    of: everybody,
    async between(_world, _page, { call = "" }) {
      const path = call.split(" ")[1]?.split("/…")[0] ?? "/none";
      await (await sandbox()).faults([{ path, method: call.split(" ")[0] ?? "", mode }]);
    },
    ends: ({ call }) => (call ? "failed" : "done"),
    after: async () => (await sandbox()).faults([]),
  })),
];

/** Gone for one form, nonsense for the next: what becomes of a form is the same. */
const isTurnOf = ({ name }: Meeting, form: FormCase) =>
  !name.startsWith("the API") || (cases.indexOf(form) % 2 === 0) === (name === "the API is gone");

const stampOf = ({ html }: Shown, { name }: FormCase) =>
  new Map(formIn(html, name).hidden).get(STAMP_FIELD) ?? "";

const rows: string[][] = [];
const cells = meetings.flatMap((meeting) =>
  cases
    .filter(({ who, name }) => meeting.of.includes(who) && (meeting.only?.includes(name) ?? true))
    .filter((form) => isTurnOf(meeting, form))
    .map((form) => ({ meeting, form, what: meeting.name, name: `${form.name} (${form.who})` })),
);

beforeAll(async () => {
  site = await openSite(["account", "my-page", "store", "support", "dao", "resources", "site/home"]);
  const { token } = await (await sandbox()).signedIn();
  const { data } = await (
    await sandbox()
  ).call<{ items: { id: number; payment_type: string }[] }>("/store/products?page=1&size=100", { token });
  const idOf = (type: string) => data.items.find(({ payment_type }) => payment_type === type)?.id ?? 0;
  products = { soria: idOf("SORIA"), usd: idOf("USD") };
});

afterEach(async () => (await sandbox()).faults([]));

it("has every form of the site", () => {
  const known = new Set([...cases.map(({ name }) => name), ...Object.keys(elsewhere)]);
  expect(formNames().filter((name) => !known.has(name))).toEqual([]);
  expect(cases.length).toBeGreaterThan(15);
});

/** Both for what is told at the moment of the press; else one, in turn: the action is the same for both. */
function modesOf({ name, noScripts, between }: Meeting, form: FormCase): boolean[] {
  // The like button's script asks for data of its own: tests/routes/dao.test.ts.
  if (noScripts || form.name === "like") return [false];
  if (between && form.who === "member" && !name.startsWith("the API")) return [false, true];
  return [(meetings.findIndex((meeting) => meeting.name === name) + cases.indexOf(form)) % 2 === 0];
}

describe.each(meetings.map(({ name }) => name))("%s", (meetingName) => {
  it.each(cells.filter(({ what }) => what === meetingName))("$name", async ({ meeting, form }) => {
    const clock = /our clock is (\d+) h (ahead|behind)/.exec(meeting.name);
    const shift = clock ? Number(clock[1]) * HOUR_MS * (clock[2] === "ahead" ? -1 : 1) : 0;
    (await sandbox()).clock.pass(shift);
    try {
      for (const scripts of modesOf(meeting, form)) await meet(meeting, form, scripts);
    } finally {
      (await sandbox()).clock.pass(-shift);
    }
  });
});

async function meet(meeting: Meeting, form: FormCase, scripts: boolean): Promise<void> {
  const world: World = { browser: new SiteBrowser(site, scripts), member: undefined };
  if (form.who === "member") {
    world.member = await made();
    await enter(world.browser, world.member);
  }
  let page = await form.open(world);
  expect(page.status, "the form's page").toBe(200);
  page = (await meeting.between?.(world, page, form)) ?? page;
  const press = meeting.press ?? send;
  const { shown, made: calls } = await deedsOf(() => press(world, page, form));
  const end = meeting.ends(form);
  const where = `${meeting.name}, ${form.name}, scripts ${scripts ? "on" : "off"}: ${shown.status} ${shown.path}`;
  note(meeting, form, end, scripts, shown, calls);

  expect(shown.status, where).not.toBe(500);
  if (end === "done") expect(shown.status, `${where} ${JSON.stringify(shown.data)}`).toBeLessThan(409);
  else if (form.call && end !== "failed") expect(calls, where).not.toContain(form.call);
  if (end === "done" && form.call) expect(calls, where).toContain(form.call);
  if (end === "sign-in") expect(shown.path, where).toMatch(/^\/sign-in\?redirectTo=/);
  if (end === "lost") expect([shown.path, shown.status], where).toEqual(["/", 200]);
  if (end === "refused" && form.name !== "like") {
    expect(shown.status, where).toBe(409);
    // Another member's words are theirs; a guest's are of whoever sits here.
    const isTheirs = meeting.name !== "another member signs in" || form.who !== "member";
    for (const word of form.words) {
      if (isTheirs) expect(standing(shown), where).toContain(word);
      else expect(standing(shown), where).not.toContain(word);
    }
  }
  if (end === "failed") {
    expect(shown.path.startsWith("/sign-in?redirectTo"), where).toBe(false);
    for (const word of form.words) if (shown.status >= 400) expect(standing(shown), where).toContain(word);
  }
  await meeting.after?.();
  await goOn(world, meeting, form, end, where);
}

/** And then: there is a way on. What was typed is there again for who typed it, and the form can be sent. */
async function goOn(
  world: World,
  { name }: Meeting,
  form: FormCase,
  end: string,
  where: string,
): Promise<void> {
  if (end === "done" || end === "lost" || form.who !== "member" || !world.member) return;
  if (name === "another member signs in") await world.browser.fetch("/sign-out", {});
  if (name === "another member signs in" || end === "sign-in") await enter(world.browser, world.member);
  const page = await form.open(world);
  expect(page.status, `${where}, opened again`).toBe(200);
  if (end === "sign-in")
    for (const word of form.words) expect(page.html, `${where}, signed in again`).toContain(word);
  const again = await world.browser.send(page, form.name, form.typed(world));
  expect(again.status, `${where}, sent again`).toBeLessThan(409);
}

/** What the page said, in a few words, for the table. */
function note(
  meeting: Meeting,
  form: FormCase,
  end: string,
  scripts: boolean,
  shown: Shown,
  calls: string[],
): void {
  const t = translator("ja");
  const said = wordsOf(shown.html);
  const sentence = (
    [
      ["common:form.stale.signedOut", t("common:form.stale.signedOut")],
      ["common:form.stale.release", t("common:form.stale.release")],
      ["account:ended.kept", t("account:ended.kept")],
      ["account:ended.elsewhere", t("account:ended.elsewhere")],
      ["account:ended.text", t("account:ended.text")],
      ["errors:http.noResponse", t("errors:http.noResponse")],
      ["errors:http.unexpected", t("errors:http.unexpected")],
      ["errors:invalidAccess", t("errors:invalidAccess")],
    ] as const
  ).find(([, words]) => said.includes(words))?.[0];
  const path = shown.path.split("?")[0] ?? "";
  const what = [String(shown.status), path, shown.data?.stale ?? sentence ?? ""].filter(Boolean).join(" ");
  const mode = scripts ? "on" : "off";
  rows.push([
    `${form.name} (${form.who})`,
    meeting.name,
    mode,
    end,
    what.replace(/INQ-\w+/, "…"),
    calls.join(", ") || "nothing",
  ]);
}

afterAll(() => {
  const head = ["form", "meets", "scripts", "ends", "the page", "the API"];
  console.log([head, ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n"));
});
