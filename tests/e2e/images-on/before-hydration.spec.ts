/**
 * Before hydration, on every kind of page: extensions or a translator have changed it, and the visitor has started to
 * type, tick, select and open menus. Nothing of this may be lost, and nothing may move.
 */
import type { Page } from "@playwright/test";
import { sampleScreens } from "../../kit/data/sample";
import { browserErrorsOf, expect, test, withPictures } from "../../kit/browser/fixtures";
import { intercept } from "../../kit/browser/intercept";
import { isHydrated, hydrated } from "../../kit/browser/hydrated";
import { extensionFakes, translate } from "../../kit/browser/extension-fakes";
import { guestKinds, memberKinds } from "../../kit/browser/screens";
import { texts } from "../../kit/data/texts";

test.use(withPictures);

// With a search, because its field can be used early.
const guestPages = guestKinds.map((path) => (path === "/news" ? "/news?q=sky" : path));
// Not the history: an early filter choice is submitted at once and replaces its rows (my-page.spec.ts).
const memberPages = [...memberKinds, "/dao/members"];

/** In the page: changes every control and opens the language menu. @returns the number of controls */
function touch(): number {
  const touched: (HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement)[] = [];
  for (const control of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>(
    "main :is(input, textarea, select)",
  )) {
    const isHidden = control.type === "hidden" || control.type === "file" || control.closest(".sr, [inert]");
    // Skips home's pause switches, which are no form fields, and controls that submit on change.
    if ((isHidden && control.type !== "radio") || control.disabled || control.closest("[data-sends]"))
      continue;
    // A selected type of inquiry brings its answers, which take their place above the other fields.
    if (control.name === "typeCode") continue;
    if (control instanceof HTMLSelectElement) control.selectedIndex = control.options.length - 1;
    else if (control.type === "checkbox" || control.type === "radio")
      (control as HTMLInputElement).checked = true;
    else if (control.type === "date" || control.type === "month") continue;
    else control.value = control.inputMode === "numeric" ? "3" : `early ${touched.length}`;
    touched.push(control);
  }
  // Of each radio group the last one is checked.
  for (const control of touched)
    control.setAttribute(
      "data-early",
      JSON.stringify([control.value, (control as HTMLInputElement).checked]),
    );
  const menu = [...document.querySelectorAll<HTMLDetailsElement>("header details")].at(-1);
  if (menu) menu.open = true;
  const main = document.querySelector("main") as HTMLElement & { isFirst?: boolean };
  main.isFirst = true;
  return touched.length;
}

/**
 * In the page: the position and surrounding text of every visible element. The text is compared because a total
 * changes with an early quantity.
 */
function places(): Record<string, { says: string | null | undefined; at: number[] }> {
  const found: Record<string, { says: string | null | undefined; at: number[] }> = {};
  for (const [index, element] of [...document.querySelectorAll("main *, footer *, header *")].entries()) {
    const seen = element as Element & { place?: string };
    seen.place ??= `${index} ${element.tagName}.${element.getAttribute("class")} ${element.textContent?.slice(0, 20)}`;
    const { x, y, width, height } = element.getBoundingClientRect();
    if (width && height)
      found[seen.place] = {
        says: element.closest(":not(font)")?.parentElement?.textContent,
        at: [x, y + scrollY, width, height],
      };
  }
  return found;
}

/** In the page: returns what was lost of the changes by `touch` and the extension fakes. */
function lost(): string[] {
  const main = document.querySelector("main") as HTMLElement & { isFirst?: boolean };
  const early = [...document.querySelectorAll<HTMLInputElement>("[data-early]")].filter(
    (control) => control.dataset["early"] !== JSON.stringify([control.value, control.checked]),
  );
  return [
    ...(main.isFirst ? [] : ["rendered anew"]),
    ...early.map(
      (control) => `${control.name}: ${control.dataset["early"]} is ${control.value}, ${control.checked}`,
    ),
    ...([...document.querySelectorAll("header details")].at(-1)?.hasAttribute("open") ? [] : ["menu closed"]),
    ...(document.body.hasAttribute("cz-shortcut-listen") ? [] : ["attributes of body"]),
    ...(document.documentElement.hasAttribute("data-darkreader-mode") ? [] : ["attributes of html"]),
  ];
}

/** In the page: remembers the inserted nodes and the text around them. */
function keepForeign(): void {
  const selector = "[data-foreign], font";
  const kept = [...document.querySelectorAll(selector)].flatMap((node) => {
    const holder = node.parentElement;
    // Nodes inside another inserted node belong to that one.
    return holder?.closest(selector) ? [] : [{ node, holder, says: holder?.textContent }];
  });
  (window as unknown as { foreign: typeof kept }).foreign = kept;
}

/** In the page: returns inserted nodes that are gone although the text around them has not changed. */
function lostForeign(): string[] {
  const { foreign } = window as unknown as {
    foreign: { node: Element; holder: Element | null; says: string | undefined }[];
  };
  return foreign
    .filter(
      ({ node, holder, says }) => !node.isConnected && !(holder?.isConnected && holder.textContent !== says),
    )
    .map(({ node, says }) => `${node.tagName} of: ${says?.slice(0, 40)}`);
}

/** In the page: disables the debounced live checks, whose messages would move the layout. */
function holdChecks(): void {
  const set = window.setTimeout.bind(window);
  // accounts-and-store.md section 9: the debounce is 300 ms.
  const held = (handler: TimerHandler, ms?: number, ...more: unknown[]) =>
    ms === 300 ? 0 : set(handler, ms, ...more);
  window.setTimeout = held as typeof window.setTimeout;
}

async function walk(page: Page, paths: string[]): Promise<void> {
  let release = () => {};
  let held = Promise.resolve();
  // The entry script, which hydrates the page. The other scripts run before and have no effect yet.
  const end = await intercept(page, ["*/assets/entry.client-*.js"], async ({ go }) => {
    await held;
    await go();
  });
  const wrong: Record<string, unknown> = {};
  for (const path of paths) {
    held = new Promise((resolve) => (release = resolve));
    await page.goto(path, { waitUntil: "domcontentloaded" });
    const count = await page.evaluate(touch);
    await page.evaluate(translate);
    // A late font moves text; that is not an effect of hydration.
    await page.evaluate(() => document.fonts.ready);
    const before = await page.evaluate(places);
    await page.evaluate(keepForeign);
    expect(await page.evaluate(isHydrated), `${path} taken over too early`).toBe(false);
    release();
    await hydrated(page);
    // Effects after hydration and their renders.
    await page.evaluate(() => new Promise((resolve) => setTimeout(() => requestAnimationFrame(resolve))));
    const gone = await page.evaluate(lost);
    const after = await page.evaluate(places);
    const moved = Object.entries(before).flatMap(([place, { says, at }]) => {
      const now = after[place];
      if (now?.says !== says) return [];
      const far = Math.max(...at.map((one, index) => Math.abs(one - (now?.at[index] ?? 0))));
      return far > 1 ? [`${place}: ${far}`] : [];
    });
    gone.push(...(await page.evaluate(lostForeign)));
    if (gone.length || moved.length) wrong[path] = { count, gone, moved: moved.slice(0, 12) };
  }
  await end();
  expect(wrong).toEqual({});
}

test.describe("before the scripts run @scripts-only", () => {
  // The whole page is in view, so that no element animates in on scroll.
  test.use({ viewport: { width: 1280, height: 6_000 } });

  test("what was typed, chosen and opened, and what others have put in, stays as and where it is", async ({
    page,
    signIn,
    sandbox,
  }) => {
    await page.addInitScript(extensionFakes);
    await page.addInitScript(holdChecks);
    // SCREENS=all covers every page (nightly).
    const isDrawn = sampleScreens("first moments of screens");
    await walk(page, guestPages.filter(isDrawn));
    // Enough for any quantity: an item above the balance shows a message instead of the consent.
    await signIn(page, await sandbox.makeMember({ balances: { soria: 9_000_000, soriaPlus: 9_000_000 } }));
    await walk(page, memberPages.filter(isDrawn));
  });
});

/** In the page, from its start: a password manager that inserts a node next to each input while the page is parsed. */
function besideInputs(): void {
  new MutationObserver(() => {
    for (const field of document.querySelectorAll("input:not([type=hidden], [data-managed])")) {
      field.setAttribute("data-managed", "");
      field.after(document.createElement("password-manager-icon"));
    }
  }).observe(document, { childList: true, subtree: true });
}

test.describe("a password manager that changes the page while it is being read @scripts-only", () => {
  // React renders the page again on the client; only the report in the log and Remix's console line show it.
  test.use({ allowed: [/browser error: \{"kind":"hydration"|Minified React error #418/] });
  const t = texts("ja", "support");

  test("loses nothing that was typed, chosen and attached, nor the focus", async ({ page }) => {
    await page.addInitScript(besideInputs);
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const end = await intercept(page, ["*/assets/entry.client-*.js"], async ({ go }) => {
      await held;
      await go();
    });
    const response = await page.goto("/support/inquiry", { waitUntil: "domcontentloaded" });
    const type = page.getByLabel(t("inquiry.type"));
    const name = page.getByLabel(t("inquiry.name"));
    const email = page.getByLabel(t("inquiry.email"));
    const subject = page.getByLabel(new RegExp(`^${t("inquiry.subject")}`));
    const message = page.getByLabel(new RegExp(`^${t("inquiry.message")}`));
    await type.selectOption({ index: 2 });
    await name.fill("水野 灯");
    await message.fill("昨日から");
    await page.locator("input[type=file]").first().setInputFiles("brand/art/readme-home.jpg");
    await email.fill("akari@soria.test");
    await subject.fill("夜の港");
    await subject.press("ArrowLeft");
    const first = await subject.elementHandle();
    release();
    await hydrated(page);
    expect(await first?.evaluate((element) => element.isConnected), "rendered anew").toBe(false);
    await expect(subject).toBeFocused();
    await page.keyboard.type("の");
    await expect(subject).toHaveValue("夜のの港");
    await expect(email).toHaveValue("akari@soria.test");
    await expect(name).toHaveValue("水野 灯");
    await expect(message).toHaveValue("昨日から");
    expect(await type.evaluate((list: HTMLSelectElement) => list.selectedIndex)).toBe(2);
    const files = (input: HTMLInputElement) => [...(input.files ?? [])].map((file) => file.name);
    expect(await page.locator("input[type=file]").first().evaluate(files)).toEqual(["readme-home.jpg"]);
    const kinds = () =>
      browserErrorsOf(response?.headers()["x-request-id"] ?? "none").map(({ kind }) => kind);
    await expect.poll(kinds).toContain("hydration");
    await end();
  });
});

test("a composition goes on while the page with foreign nodes is hydrated @scripts-only", async ({
  page,
}) => {
  await page.addInitScript(extensionFakes);
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const end = await intercept(page, ["*/assets/entry.client-*.js"], async ({ go }) => {
    await held;
    await go();
  });
  await page.goto("/support/inquiry", { waitUntil: "domcontentloaded" });
  const name = page.getByLabel(texts("ja", "support")("inquiry.name"));
  await name.evaluate((field) =>
    field.addEventListener("compositionend", () => field.setAttribute("data-ended", "")),
  );
  await name.focus();
  const keys = await page.context().newCDPSession(page);
  await keys.send("Input.imeSetComposition", { text: "みずの", selectionStart: 3, selectionEnd: 3 });
  release();
  await hydrated(page);
  await expect(page.locator("[data-lastpass-icon-root]").first()).toBeAttached();
  await expect(name).not.toHaveAttribute("data-ended");
  await keys.send("Input.imeSetComposition", { text: "水野", selectionStart: 2, selectionEnd: 2 });
  await keys.send("Input.insertText", { text: "水野" });
  await expect(name).toHaveValue("水野");
  await expect(name).toBeFocused();
  await end();
});

test("a page that a translator changes after the takeover goes on working @scripts-only", async ({
  page,
}) => {
  const account = texts("ja", "account");
  await page.goto("/news");
  await page.evaluate(translate);
  await page.getByRole("main").getByRole("table").getByRole("link").first().click();
  await expect(page).toHaveURL(/\/news\/\d+/);
  await page.evaluate(translate);
  await page
    .getByRole("contentinfo")
    .getByRole("link", { name: texts("ja", "common")("nav.terms") })
    .click();
  await expect(page).toHaveURL(/\/terms-of-use$/);
  // A hint whose text changes after the translation.
  await page.goto("/find-password");
  const email = page.getByRole("main").getByRole("textbox").first();
  for (const [typed, key] of [
    ["akari@", "format"],
    ["nobody@soria.test", "invalid"],
    ["", "missing"],
  ] as const) {
    await email.fill(typed);
    await expect(page.getByText(account(`find.${key}`)).first()).toBeVisible();
    await page.evaluate(translate);
  }
});
