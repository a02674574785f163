/**
 * Every form of the site × what can come between its being opened and its being sent: what the page says, what the API
 * sees, and that there is a way on afterwards. It prints the table.
 */
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { STAMP_FIELD } from "~/domain/form-answer";
import { translator } from "~/i18n/i18n.server";
import { formNames } from "#server/forms/define-form.server";
import { signForm } from "#server/forms/form-signature.server";
import { ownerOf, recordCipher } from "#server/store/encryption.server";
import { getSession, type SessionData } from "#server/session/session.server";
import { sessionStore } from "#server/store/stores.server";
import { sandbox } from "../mocks/server";
import { formIn, type Shown, SiteBrowser, wordsOf } from "../setup/site-browser";
import { offlineAnswer } from "../setup/whole-site";
import {
  cases,
  deedsOf,
  enter,
  type FormCase,
  made,
  openForms,
  send,
  standing,
  type World,
} from "./form-cases";

const MINUTE_MS = 60_000;

let site: Awaited<ReturnType<typeof openForms>>;

/** Forms that are shown as a step of another, or are no page's, and the tests that hold them. */
const elsewhere: Record<string, string> = {
  unlock: "tests/routes/account/sign-in.test.ts",
  wallet: "tests/routes/account/outcomes.test.ts",
};

interface Meeting {
  name: string;
  /** Which forms can meet it. */
  of: readonly FormCase["who"][];
  /** What comes between; may send another form than the one that was opened. */
  between?: (world: World, page: Shown, form: FormCase) => Promise<Shown | void>;
  /** What becomes of the form. */
  ends: (form: FormCase) => "done" | "sign-in" | "refused" | "failed" | "lost" | "told" | "stays" | "waits";
  /** In place of the press. */
  press?: (world: World, page: Shown, form: FormCase) => Promise<Shown>;
  after?: () => Promise<void>;
  /** Without scripts alone. */
  noScripts?: true;
  /** With scripts alone. */
  scripts?: true;
  /** The browser keeps no cookie. */
  blocked?: true;
  /** Milliseconds that our clock is ahead of the API's. */
  ahead?: number;
  /** What it meets is the session's, the same for all: these stand for them. */
  only?: readonly string[];
}

const everybody = ["guest", "visitor", "member"] as const;

/** Undoes the last `rewriteRecord`. */
let restoreRecord = (): Promise<void> => Promise.reject(new Error("no record was rewritten"));

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
      // A browser shows the answer to the second press, and has thrown the first away with the cookie that it brought.
      const first = world.browser.twin();
      const [one, two] = await Promise.all([
        send({ ...world, browser: first }, page, form),
        send(world, page, form),
      ]);
      expect(
        [one.status, two.status].filter((status) => status >= 400 && form.name !== "sign-up-code"),
      ).toEqual([]);
      if (two.path.startsWith("/sign-in")) expect(endedByItself(form), form.name).toContain(saidIn(two));
      return two;
    },
    ends: () => "done",
  },
  {
    name: "pressed again, its answer thrown away",
    of: everybody,
    only: ["password", "sessions", "terminate", "change-password", "buy", "confirm-order"],
    async press(world, page, form) {
      await send({ ...world, browser: world.browser.twin() }, page, form);
      const two = await send(world, page, form);
      if (two.path.startsWith("/sign-in")) expect(endedByItself(form), form.name).toContain(saidIn(two));
      return two;
    },
    ends: () => "done",
  },
  ...[10, -10, 120, -120].map((minutes): Meeting => ({
    name: `our clock is ${Math.abs(minutes)} minutes ${minutes > 0 ? "ahead of" : "behind"} the API's`,
    ahead: minutes * MINUTE_MS,
    of: ["member"],
    only: Math.abs(minutes) === 10 ? ["names", "inquiry", "terminate"] : ["names", "reply", "buy"],
    ends: () => "done",
  })),
  {
    name: "the session's record is of an older release",
    of: ["member"],
    only: ["names", "inquiry", "terminate"],
    between: ({ browser }) => rewriteRecord(browser, (data) => ({ ...data, signedIn: undefined })),
    ends: () => "done",
  },
  {
    name: "the session's record is of a release that this one does not know",
    of: ["member"],
    only: ["names", "inquiry", "terminate"],
    between: ({ browser }) => rewriteRecord(browser, (data) => ({ form: 99, data })),
    // Neither done nor refused: the session is another machine's for the moment.
    ends: () => "waits",
    after: () => restoreRecord(),
  },
  {
    name: "the browser keeps no cookies",
    of: ["guest", "visitor"],
    // No other can be reached without one.
    only: ["sign-in", "find-password", "sign-up-email", "inquiry"],
    blocked: true,
    ends: () => "told",
  },
  {
    name: "the connection breaks",
    of: everybody,
    scripts: true,
    async press(_world, page) {
      expect(await offlineAnswer(page)).toEqual({ offline: true });
      return page;
    },
    // Nothing has left the page, and nothing of it is loaded anew: a page of the browser's own says the rest.
    ends: () => "stays",
  },
  {
    name: "a page of an older release",
    of: everybody,
    press(world, page, form) {
      const old = signForm({ name: form.name, fields: ["older"] }, "");
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

/** Of a page that nobody else has: they are led away from it. */
const isOneMembers = ({ name }: FormCase) => name === "confirm-order" || name === "purchase";

/** What is said to who has ended their own session with the first press. */
const endedByItself = ({ name }: FormCase) =>
  ({
    password: ["account:ended.password"],
    sessions: ["account:ended.renewed"],
    terminate: ["account:ended.closed"],
  })[name] ?? [];

/** The record of this browser's session, written anew as another release would have. */
async function rewriteRecord(
  browser: SiteBrowser,
  change: (data: Readonly<SessionData>) => unknown,
): Promise<void> {
  const request = new Request("http://localhost:3000", { headers: browser.headers() });
  const { key = "", data } = await getSession({ request, context: {} });
  const stored = await sessionStore().get(key);
  if (!stored) throw new Error("no session");
  const payload = recordCipher().seal(change(data), key);
  await sessionStore().replace(key, stored.version, { ...stored, payload });
  restoreRecord = async () => {
    expect((await sessionStore().get(key))?.version, "nobody has written it").toBe(stored.version + 1);
    await sessionStore().replace(key, stored.version + 1, stored);
  };
}

/** Gone for one form, nonsense for the next: what becomes of a form is the same. */
const isTurnOf = ({ name }: Meeting, form: FormCase) =>
  !name.startsWith("the API") || (cases.indexOf(form) % 2 === 0) === (name === "the API is gone");

const stampOf = ({ html }: Shown, { name }: FormCase) =>
  new Map(formIn(html, name).hidden).get(STAMP_FIELD) ?? "";

const rows: string[][] = [];
const cells = meetings.flatMap((meeting) =>
  cases
    .filter(({ who, name }) => meeting.of.includes(who) && (meeting.only?.includes(name) ?? true))
    .filter((form) => isTurnOf(meeting, form) && !(meeting.scripts && form.name === "like"))
    .map((form) => ({ meeting, form, what: meeting.name, name: `${form.name} (${form.who})` })),
);

beforeAll(async () => {
  site = await openForms();
});

afterEach(async () => (await sandbox()).faults([]));

it("has every form of the site", () => {
  const known = new Set([...cases.map(({ name }) => name), ...Object.keys(elsewhere)]);
  expect(formNames().filter((name) => !known.has(name))).toEqual([]);
  expect(cases.length).toBeGreaterThan(15);
});

describe("the browser keeps no cookies", () => {
  const says = (shown: Shown, key: "form" | "link") =>
    expect([shown.status, saidIn(shown)]).toEqual([400, `common:cookies.${key}`]);

  it("a reset link says so in place of its form, and the password stays", async () => {
    const world: World = { browser: new SiteBrowser(site, false, "blocked"), member: undefined };
    const reset = cases.find(({ name }) => name === "change-password");
    const { shown, made: calls } = await deedsOf(async () => (await reset?.open(world)) as Shown);
    says(shown, "link");
    expect(calls).toEqual(["POST /api/auth/forgot-password"]);
    // With cookies it is the form, at an address without a trace of where it came from.
    world.browser = new SiteBrowser(site, false);
    world.browser.cookies.clear();
    expect(await reset?.open(world)).toMatchObject({ status: 200, path: "/change-password" });
  });

  it("a wallet's signature says so, and is not sent on", async () => {
    const browser = new SiteBrowser(site, true, "blocked");
    const account = privateKeyToAccount(generatePrivateKey());
    const page = await browser.open("/sign-in?mode=wallet");
    const answer = await browser.fetch("/sign-in/wallet-message", { address: account.address, chainId: "1" });
    const { message } = (await answer.json()) as { message: string };
    const fields = { intent: "wallet", signature: await account.signMessage({ message }) };
    const { shown, made: calls } = await deedsOf(() =>
      browser.post("/sign-in?mode=wallet", Object.entries(fields), page),
    );
    says(shown, "form");
    expect(calls).toEqual([]);
  });

  it("is not said of one that does: the first cookie comes with the first form", async () => {
    const browser = new SiteBrowser(site, false);
    browser.cookies.clear();
    const page = await browser.open("/sign-in");
    expect([...browser.cookies.keys()]).toEqual(["cookies"]);
    const { email, password } = await made();
    const fields = { intent: "sign-in", email: email ?? "", password };
    expect(await browser.send(page, "sign-in", fields)).toMatchObject({ status: 200, path: "/" });
  });
});

/** Both for what is told at the moment of the press; else one, in turn: the action is the same for both. */
function modesOf({ name, noScripts, scripts, between }: Meeting, form: FormCase): boolean[] {
  if (scripts) return [true];
  // The like button's script asks for data of its own: tests/routes/dao.test.ts.
  if (noScripts || form.name === "like") return [false];
  if (between && form.who === "member" && !name.startsWith("the API")) return [false, true];
  return [(meetings.findIndex((meeting) => meeting.name === name) + cases.indexOf(form)) % 2 === 0];
}

describe.each(meetings.map(({ name }) => name))("%s", (meetingName) => {
  it.each(cells.filter(({ what }) => what === meetingName))("$name", async ({ meeting, form }) => {
    const shift = -(meeting.ahead ?? 0);
    (await sandbox()).clock.pass(shift);
    try {
      for (const scripts of modesOf(meeting, form)) await meet(meeting, form, scripts);
    } finally {
      (await sandbox()).clock.pass(-shift);
    }
  });
});

async function meet(meeting: Meeting, form: FormCase, scripts: boolean): Promise<void> {
  const browser = new SiteBrowser(site, scripts, meeting.blocked ? "blocked" : "ja");
  const world: World = { browser, member: undefined };
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
  if (end === "sign-in") {
    expect(shown.path, where).toMatch(/^\/sign-in\?redirectTo=/);
    // That the words are kept is said beside the reason, not in its place.
    const t = translator("ja");
    if (meeting.name === "signed out from another device")
      expect(wordsOf(shown.html), where).toContain(t("account:ended.elsewhere"));
    if (form.words.length > 0) expect(wordsOf(shown.html), where).toContain(t("account:ended.kept"));
  }
  if (end === "told") {
    expect(shown.status, where).toBe(400);
    for (const word of [...form.words, "common:cookies.form"])
      expect(standing(shown) + saidIn(shown), where).toContain(word);
  }
  if (end === "lost") expect([shown.path, shown.status], where).toEqual(["/", 200]);
  const isAway = end === "refused" && isOneMembers(form) && meeting.name === "another member signs in";
  if (isAway) {
    expect([shown.path, shown.status], where).toEqual(["/store/products", 200]);
    const [, sentence = ""] = translator("ja")("common:form.stale.member", { name: "§" }).split("§");
    expect(wordsOf(shown.html), where).toContain(sentence);
  } else if (end === "refused" && form.name !== "like") {
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
  if (end === "waits") expect(shown.status, where).toBe(503);
  await meeting.after?.();
  await goOn(world, meeting, form, end, where, page);
}

/** And then: there is a way on. What was typed is there again for who typed it, and the form can be sent. */
async function goOn(
  world: World,
  { name }: Meeting,
  form: FormCase,
  end: string,
  where: string,
  first: Shown,
): Promise<void> {
  if (end === "stays" || end === "waits") {
    const { status } = await world.browser.send(first, form.name, form.typed(world));
    expect(status, `${where}, sent again`).toBeLessThan(409);
  }
  if (
    end === "stays" ||
    end === "waits" ||
    end === "done" ||
    end === "lost" ||
    form.who !== "member" ||
    !world.member
  )
    return;
  if (name === "another member signs in") await world.browser.fetch("/sign-out", {});
  if (name === "another member signs in" || end === "sign-in") await enter(world.browser, world.member);
  const page = await form.open(world);
  expect(page.status, `${where}, opened again`).toBe(200);
  if (end === "sign-in")
    for (const word of form.words) expect(page.html, `${where}, signed in again`).toContain(word);
  const again = await world.browser.send(page, form.name, form.typed(world));
  expect(again.status, `${where}, sent again`).toBeLessThan(409);
}

/** What a page can say of it all, the most particular first. */
const sentences = [
  "common:form.stale.signedOut",
  "common:form.stale.release",
  "common:cookies.form",
  "common:cookies.link",
  "account:ended.elsewhere",
  "account:ended.password",
  "account:ended.closed",
  "account:ended.renewed",
  "account:ended.kept",
  "account:ended.text",
  "errors:http.noResponse",
  "errors:http.unexpected",
  "errors:http.401",
  "errors:invalidAccess",
] as const;

/** Which of them a page says, as a key; "" for none. */
function saidIn({ html, data }: Shown): string {
  const t = translator("ja");
  const said = wordsOf(html);
  const answer = data ? JSON.stringify(data) : "";
  return sentences.find((key) => said.includes(t(key)) || answer.includes(key)) ?? "";
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
  const sentence = saidIn(shown);
  const path = shown.path.split("?")[0] ?? "";
  const what = [String(shown.status), path, shown.data?.stale ?? sentence].filter(Boolean).join(" ");
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
