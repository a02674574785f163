/**
 * Every form of the site × every event between opening and submitting it. Checks the page's message, the API calls, and
 * that the visitor can continue afterwards. Prints the table. FORM_MODES=all tries each event with scripts and without.
 */
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, describe, expect, it } from "vitest";
import { SIGNATURE_FIELD } from "~/domain/form-setup";
import { translator } from "~/i18n/i18n.server";
import { forms } from "#server/forms/define-form.server";
import { signForm } from "#server/forms/form-signature.server";
import { ownerOf, recordCipher } from "#server/store/encryption.server";
import { getSession, type SessionData } from "#server/session/session.server";
import { sessionStore } from "#server/store/stores.server";
import { sandbox } from "../mocks/server";
import { draw } from "../kit/data/sample";
import { formIn, type Shown, SiteBrowser, wordsOf } from "../kit/visitors/site-browser";
import { offlineResult } from "../kit/visitors/whole-site";
import {
  cases,
  deedsOf,
  enter,
  type FormCase,
  made,
  site,
  withForms,
  send,
  standing,
  type World,
} from "./form-cases";

const MINUTE_MS = 60_000;

/** Forms that are a step of another form or are on no page, and the tests that cover them. */
const elsewhere: Record<string, string> = {
  unlock: "tests/routes/account/sign-in.test.ts",
  wallet: "tests/routes/account/outcomes.test.ts",
};

interface Meeting {
  name: string;
  /** The forms to which this event applies. */
  of: readonly FormCase["who"][];
  /** The event. It may return another page to submit the form from. */
  between?: (world: World, page: Shown, form: FormCase) => Promise<Shown | void>;
  /** The expected result for the form. */
  ends: (form: FormCase) => "done" | "sign-in" | "refused" | "failed" | "lost" | "told" | "stays" | "waits";
  /** Replaces the default submission. */
  press?: (world: World, page: Shown, form: FormCase) => Promise<Shown>;
  after?: () => Promise<void>;
  /** Runs without scripts only. */
  noScripts?: true;
  /** Runs with scripts only. */
  scripts?: true;
  /** The browser accepts no cookies. */
  blocked?: true;
  /** Time by which the site's clock is ahead of the API's, in ms. */
  ahead?: number;
  /** The event affects the session, so all forms behave the same; these represent them. */
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
    // Signing in keeps a sign-up in progress; signing out ends it, and ends a password reset.
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
      const typed = Object.entries({ ...form.typed(world), stamp: signatureOf(page, form), lng: "ko" });
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
      // A browser shows the response to the second submission and discards the first one with its cookie.
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
    // Neither done nor rejected: only machines with the newer release can use the session for now.
    ends: () => "waits",
    after: () => restoreRecord(),
  },
  {
    name: "the browser keeps no cookies",
    of: ["guest", "visitor"],
    // All other forms of a guest need a cookie to be reached.
    only: ["sign-in", "find-password", "sign-up-email", "inquiry"],
    blocked: true,
    ends: () => "told",
  },
  {
    name: "the connection breaks",
    of: everybody,
    scripts: true,
    async press(_world, page) {
      expect(await offlineResult(page)).toEqual({ offline: true });
      return page;
    },
    // No request left the page and nothing is reloaded, so the page itself reports the failure.
    ends: () => "stays",
  },
  {
    name: "a page of an older release",
    of: everybody,
    press(world, page, form) {
      const old = signForm({ name: form.name, fields: ["older"] }, "");
      return world.browser.send(page, form.name, { ...form.typed(world), stamp: old });
    },
    // Sign-in and recovery are not bound to a member, and not to an address before one is entered.
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

/** The page exists for its member only, so other members are redirected. */
const isOneMembers = ({ name }: FormCase) => name === "confirm-order" || name === "purchase";

/** Returns the text keys shown after the first of two submissions has ended the visitor's own session. */
const endedByItself = ({ name }: FormCase) =>
  ({
    password: ["account:ended.password"],
    sessions: ["account:ended.renewed"],
    terminate: ["account:ended.closed"],
  })[name] ?? [];

/** Rewrites this browser's session record as another release would. */
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

/** Alternates the two API failures between forms, because the result is the same. */
const isTurnOf = ({ name }: Meeting, form: FormCase) =>
  !name.startsWith("the API") || (cases.indexOf(form) % 2 === 0) === (name === "the API is gone");

const signatureOf = ({ html }: Shown, { name }: FormCase) =>
  new Map(formIn(html, name).hidden).get(SIGNATURE_FIELD) ?? "";

const rows: string[][] = [];
const cells = meetings.flatMap((meeting) =>
  cases
    .filter(({ who, name }) => meeting.of.includes(who) && (meeting.only?.includes(name) ?? true))
    .filter((form) => isTurnOf(meeting, form) && !(meeting.scripts && form.name === "like"))
    .map((form) => ({ meeting, form, what: meeting.name, name: `${form.name} (${form.who})` })),
);

withForms();

it("has every form of the site", () => {
  const known = new Set([...cases.map(({ name }) => name), ...Object.keys(elsewhere)]);
  expect([...forms.keys()].filter((name) => !known.has(name))).toEqual([]);
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
    // With cookies enabled, the link opens the form at a URL without the mail's parameters.
    world.browser = new SiteBrowser(site, false);
    world.browser.cookies.clear();
    expect(await reset?.open(world)).toMatchObject({ status: 200, path: "/change-password" });
  });

  it("a wallet's signature says so, and is not sent on", async () => {
    const browser = new SiteBrowser(site, true, "blocked");
    const account = privateKeyToAccount(generatePrivateKey());
    const page = await browser.open("/sign-in?mode=wallet");
    const response = await browser.fetch("/sign-in/wallet-message", {
      address: account.address,
      chainId: "1",
    });
    const { message } = (await response.json()) as { message: string };
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

const { isDrawn, told } = draw("FORM_MODES", 2);
console.log(`The mode of forms that are tested in one of two: ${told}`);

/**
 * Returns the script modes to test: both, or a random one of them, if the message appears at submission; otherwise one
 * in alternation, because both use the same action.
 */
function modesOf({ name, noScripts, scripts, between }: Meeting, form: FormCase): boolean[] {
  if (scripts) return [true];
  // The like button's script uses a separate data request: tests/routes/dao.test.ts.
  if (noScripts || form.name === "like") return [false];
  if (between && form.who === "member" && !name.startsWith("the API"))
    return process.env["FORM_MODES"] === "all" ? [false, true] : [isDrawn()];
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
    // The message that input was kept comes in addition to the reason, not instead of it.
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
    // Input of a member stays with that member. A guest's input stays with the browser.
    const isTheirs = meeting.name !== "another member signs in" || form.who !== "member";
    for (const word of form.words) {
      if (isTheirs) expect(standing(shown), where).toContain(word);
      // As a word of its own: a random address may contain the digits.
      else expect(standing(shown), where).not.toMatch(new RegExp(`(?<!\\w)${word}(?!\\w)`));
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

/** Checks that the visitor can continue: the saved input is shown again, and the form can be submitted. */
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

/** The messages that a page can show, most specific first. */
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

/** Returns the key of the message that a page shows; "" if there is none. */
function saidIn({ html, data }: Shown): string {
  const t = translator("ja");
  const said = wordsOf(html);
  const json = data ? JSON.stringify(data) : "";
  return sentences.find((key) => said.includes(t(key)) || json.includes(key)) ?? "";
}

/** Adds the page's message, shortened, to the table. */
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
