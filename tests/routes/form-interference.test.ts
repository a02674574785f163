/**
 * Every form of the site × every event between opening and submitting it. Checks the page's message, the API calls, and
 * that the visitor can continue afterwards. Prints the table. FORM_MODES=all tries each event with scripts and without.
 */
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, describe, expect, it } from "vitest";
import { translator } from "~/i18n/i18n.server";
import { forms } from "#server/forms/define-form.server";
import { sandbox } from "../mocks/server";
import { draw } from "../kit/data/sample";
import { type Shown, SiteBrowser, wordsOf } from "../kit/visitors/site-browser";
import { cases, type FormCase, send } from "./form-cases";
import { deedsOf, enter, made, site, withForms, standing, type World } from "./form-site";
import { type Meeting, meetings, saidIn } from "./form-events";

/** Forms that are a step of another form or are on no page, and the tests that cover them. */
const elsewhere: Record<string, string> = {
  unlock: "tests/routes/account/sign-in.test.ts",
  wallet: "tests/routes/account/outcomes.test.ts",
};

/** The page exists for its member only, so other members are redirected. */
const isOneMembers = ({ name }: FormCase) => name === "confirm-order" || name === "purchase";

/** Alternates the two API failures between forms, because the result is the same. */
const isTurnOf = ({ name }: Meeting, form: FormCase) =>
  !name.startsWith("the API") || (cases.indexOf(form) % 2 === 0) === (name === "the API is gone");

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
  // The like button's script uses a separate data request: tests/routes/dao-likes-and-reports.test.ts.
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
