/** What can happen between opening and submitting a form, and what is expected then (form-interference.test.ts). */
import { expect } from "vitest";
import { SIGNATURE_FIELD } from "~/domain/form-setup";
import { translator } from "~/i18n/i18n.server";
import { signForm } from "#server/forms/form-signature.server";
import { ownerOf, recordCipher } from "#server/store/encryption.server";
import { getSession, type SessionData } from "#server/session/session.server";
import { sessionStore } from "#server/store/stores.server";
import { faults } from "../mocks/server";
import { formIn, type Shown, SiteBrowser, wordsOf } from "../kit/visitors/site-browser";
import { offlineResult } from "../kit/visitors/whole-site";
import { type FormCase, send } from "./form-cases";
import { enter, made, site, type World } from "./form-site";

const MINUTE_MS = 60_000;

/** An event, the forms to which it applies, and what becomes of them. */
export interface Meeting {
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

/** All events. */
export const meetings: Meeting[] = [
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
      await faults({ path, method: call.split(" ")[0] ?? "", mode });
    },
    ends: ({ call }) => (call ? "failed" : "done"),
    after: async () => faults(),
  })),
];

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

const signatureOf = ({ html }: Shown, { name }: FormCase) =>
  new Map(formIn(html, name).hidden).get(SIGNATURE_FIELD) ?? "";

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
export function saidIn({ html, data }: Shown): string {
  const t = translator("ja");
  const said = wordsOf(html);
  const json = data ? JSON.stringify(data) : "";
  return sentences.find((key) => said.includes(t(key)) || json.includes(key)) ?? "";
}
