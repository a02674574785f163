/**
 * Scripts must not change a field while the visitor types (docs/forms.md, "A field in use"): every text field of
 * every form, at three speeds, with an event in the middle of a word. A sample; `TYPING=all npm run test:e2e --
 * typing` tries all.
 */
import type { Locator, Page } from "@playwright/test";
import { draw } from "../kit/data/sample";
import { expect, test } from "../kit/browser/fixtures";
import { accountScreens, communityScreens, guestScreens } from "../kit/browser/screens";
import { holdScripts } from "../kit/browser/hydrated";
import { texts } from "../kit/data/texts";
import { fieldsOf, forms } from "./typing-forms";

const my = texts("ja", "my-page");
const account = texts("ja", "account");

// Events that run site code while a visitor types.
const arrivals = ["hydration", "draft", "answer", "another tab", "return"] as const;
type Arrival = (typeof arrivals)[number];
const speedsMs = [100, 500, 1_300];
/** Returns a valid value that no live check submits automatically. */
async function valueFor(field: Locator): Promise<string> {
  const [type, mode] = await field.evaluate((input: HTMLInputElement) => [input.type, input.inputMode]);
  if (type === "email") return "akari@soria.test";
  if (type === "password") return "Night-2!";
  if (type === "tel") return "03123456";
  return mode === "numeric" ? "1200" : "Akari";
}

/** Prepares an event. @returns a function that triggers it */
async function prepare(page: Page, field: Locator, arrival: Arrival): Promise<() => Promise<unknown>> {
  if (arrival === "another tab")
    return () =>
      page.evaluate(() => {
        const data = window.__remixContext.state.loaderData?.["root"] as { who: string };
        // A guest receives a member, a member receives themselves. two-tabs.spec.ts covers another member.
        const who = data.who || "somebody";
        new BroadcastChannel("signed-in").postMessage({ who, user: { firstName: "灯", lastName: "水野" } });
      });
  if (arrival === "return")
    return () => page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  if (arrival === "answer") {
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route(
      (url) => url.searchParams.has("_data"),
      async (route) => {
        await released;
        await route.continue().catch(() => undefined);
      },
    );
    await field.evaluate((input: HTMLInputElement) => {
      const { form } = input;
      if (!form) return;
      form.noValidate = true;
      // Not buttons outside the form element, which go elsewhere.
      const buttons = [...form.elements].filter(
        (one) => one instanceof HTMLButtonElement && form.contains(one),
      ) as HTMLButtonElement[];
      const button = buttons.findLast(({ type, disabled }) => type === "submit" && !disabled);
      form.requestSubmit(button ?? null);
    });
    return async () => {
      release();
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    };
  }
  if (arrival === "draft") {
    await field.press("ControlOrMeta+a");
    await field.pressSequentially("old");
  }
  const release = await holdScripts(page);
  await page.reload({ waitUntil: "domcontentloaded" });
  return release;
}

const combinations = arrivals.flatMap((arrival) => speedsMs.map((speedMs) => ({ arrival, speedMs })));

/** Types into one field, advancing a fake clock between the keys. */
async function typeInto(page: Page, field: Locator, speedMs: number, arrival: Arrival): Promise<void> {
  const value = await valueFor(field);
  const arrive = await prepare(page, field, arrival);
  await field.press("ControlOrMeta+a");
  await field.evaluate((input) => Object.assign(window, { typedInto: input }));
  for (const [at, letter] of [...value].entries()) {
    if (at === 3) await arrive();
    await page.keyboard.type(letter);
    await page.clock.runFor(speedMs);
  }
  await expect(field).toHaveValue(value);
  const isSame = () => (window as { typedInto?: Element }).typedInto === document.activeElement;
  expect(await page.evaluate(isSame), "the element and its focus stay").toBe(true);
  await page.unrouteAll({ behavior: "ignoreErrors" });
}

for (const { path, isMember, step: [name, go] = [""] } of forms) {
  test(`${path}${name}: what is typed stays, whatever arrives @scripts-only`, async ({
    page,
    sandbox,
    signIn,
  }) => {
    const { some, told } = draw("TYPING", 15, path + name);
    if (told === "all") test.setTimeout(1_800_000);
    const member = isMember && (await sandbox.makeMember({ inquiries: [{}], balances: { soria: 5_000 } }));
    if (member) await signIn(page, member);
    const at = path.replace("INQUIRY", member ? (member.inquiries[0] ?? "") : "");
    await go?.(page, sandbox);
    await page.clock.install();
    await page.goto(at);
    const count = await fieldsOf(page).count();
    expect(count, "fields").toBeGreaterThan(0);
    for (const n of some([...Array(count).keys()])) {
      for (const { arrival, speedMs } of some(combinations)) {
        const what = `field ${n + 1} of ${count}, a key every ${speedMs} ms, ${arrival}; ${told}`;
        await test.step(what, async () => {
          // Removes the draft of the previous step.
          await page.evaluate(() => sessionStorage.clear());
          await page.goto(at);
          await typeInto(page, fieldsOf(page).nth(n), speedMs, arrival);
        });
      }
    }
  });
}

/** In the page: returns the text fields of main, each by its form's action and its name. */
const namesOf = (page: Page) =>
  fieldsOf(page).evaluateAll((fields) =>
    (fields as HTMLInputElement[]).map(
      ({ form, name }) => `${new URL(form?.action ?? location.href).pathname.replace(/\d+/g, "N")} ${name}`,
    ),
  );

test("the typing tests know each text field of each screen @no-scripts", async ({
  page,
  sandbox,
  signIn,
}) => {
  const member = await sandbox.makeMember({ inquiries: [{}], balances: { soria: 5_000 } });
  const known = new Set<string>();
  const all = new Map<string, string>();
  const visit = async (paths: string[], isKnown: boolean) => {
    for (const path of paths) {
      await page.goto(path.replace("INQUIRY", member.inquiries[0] ?? ""));
      for (const name of await namesOf(page)) {
        if (isKnown) known.add(name);
        else all.set(name, path);
      }
    }
  };
  const pathsOf = (isMember: boolean) =>
    forms.filter((form) => !form.step && Boolean(form.isMember) === isMember).map(({ path }) => path);
  await visit(pathsOf(false), true);
  await visit(guestScreens, false);
  await signIn(page, member);
  await visit(pathsOf(true), true);
  await visit([...accountScreens, ...communityScreens], false);
  // Search fields of lists like that of the news, and aliases of the pages above.
  const alike = /^\/(news|support\/faq|store\/products|signin|game\/news) /;
  const missing = [...all].filter(([name]) => !known.has(name) && !alike.test(name));
  expect(missing).toEqual([]);
  expect(known.size).toBeGreaterThan(20);
});

test("a kept draft leaves the field alone in which a visitor types, and fills the others @scripts-only", async ({
  page,
}) => {
  const support = texts("ja", "support");
  const name = page.getByLabel(support("inquiry.name"));
  const email = page.getByLabel(support("inquiry.email"));
  await page.goto("/support/inquiry");
  await name.fill("水野 灯");
  await email.fill("nobody@soria.test");
  const release = await holdScripts(page);
  await page.reload({ waitUntil: "domcontentloaded" });
  await email.focus();
  await release();
  await expect(name).toHaveValue("水野 灯");
  await email.pressSequentially("bad..mail");
  await expect(email).toHaveValue("bad..mail");

  // A field that was left without typing is filled afterwards.
  await page.getByLabel(/^件名/).fill("x");
  await page.reload();
  await expect(email).toHaveValue("bad..mail");
});

for (const speedMs of speedsMs) {
  test(`a date that is typed with ${speedMs} ms a key is sent once it is left, as one entry of the history @scripts-only`, async ({
    page,
    signIn,
  }) => {
    const asked: string[] = [];
    page.on("request", (request) => {
      const { pathname, searchParams } = new URL(request.url());
      const isList = searchParams.get("_data")?.endsWith("history/route");
      if (pathname === "/my-page/history" && isList && searchParams.has("shown"))
        asked.push(searchParams.get("from") ?? "");
    });
    await signIn(page);
    await page.clock.install();
    await page.goto("/my-page/history?from=2025-11-01&to=2026-01-20");
    const length = await page.evaluate(() => history.length);
    const from = page.getByLabel(my("history.from"), { exact: true });
    const to = page.getByLabel(my("history.to"), { exact: true });
    const type = async (digits: string) => {
      for (const digit of digits) {
        await page.keyboard.type(digit);
        await page.clock.runFor(speedMs);
      }
    };
    // The order of the segments depends on the browser's language: month, day, year in the packaged Chromium.
    await from.focus();
    await type("12312025");
    await expect(from).toHaveValue("2025-12-31");
    expect(asked).toEqual([]);
    await to.focus();
    await expect(page).toHaveURL(/from=2025-12-31&to=2026-01-20/);
    await type("01152026");
    await expect(to).toHaveValue("2026-01-15");
    await to.press("Enter");
    await expect(page).toHaveURL(/from=2025-12-31&to=2026-01-15/);
    expect(asked).toEqual(["2025-12-31", "2025-12-31"]);
    // The tests of a worker share a tab, and Chromium keeps 50 entries at most.
    expect(await page.evaluate(() => history.length)).toBe(Math.min(length + 1, 50));
    await expect(to).toBeFocused();
  });
}

test("saving names keeps the form's elements and the focus; a new password empties its fields @scripts-only", async ({
  page,
  sandbox,
  signIn,
}) => {
  const member = await sandbox.makeMember();
  await signIn(page, member);
  await page.goto("/my-page/profile");
  const save = page.getByRole("button", { name: my("profile.save") });
  const last = page.getByLabel(account("name.last"));
  await last.fill("  佐々木 ");
  const before = await last.elementHandle();
  await save.press("Enter");
  await expect(page.getByText(my("profile.saved"))).toBeVisible();
  await expect(save).toBeFocused();
  await expect(last).toHaveValue("佐々木");
  expect(await before?.evaluate((element) => element.isConnected)).toBe(true);

  const box = (key: string) => page.getByLabel(my(key), { exact: true });
  await box("password.old").fill(member.password);
  await box("password.new").fill("Nightfall-2!");
  await box("password.confirm").fill("Nightfall-2!");
  await box("password.confirm").press("Enter");
  await expect(box("password.old")).toHaveValue("");
  await expect(box("password.confirm")).toHaveValue("");
  await expect(box("password.confirm")).toBeFocused();
  await expect(box("password.new")).toHaveAccessibleDescription(account("password.hint"));
  await expect(page.getByText(texts("ja", "errors")("web.013"))).toHaveCount(0);
});
