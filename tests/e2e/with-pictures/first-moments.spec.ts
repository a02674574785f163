/**
 * The moments before the scripts run, on every kind of page: others have changed it (extensions, a translator), and
 * its visitor has begun to type, tick, choose and open menus. Nothing of it may be lost, and nothing may move.
 */
import type { Page } from "@playwright/test";
import { drawScreens } from "../../setup/draw";
import { browserErrorsOf, expect, test, withPictures } from "../../setup/fixtures";
import { intercept } from "../../setup/intercept";
import { isTakenOver, takenOver } from "../../setup/taken-over";
import { standIns, translate } from "../../setup/stand-ins";
import { guestKinds } from "../../setup/screens";
import { texts } from "../../setup/texts";

test.use(withPictures);

// A search too: its field is one to type in early.
const guestPages = guestKinds.map((path) => (path === "/news" ? "/news?q=sky" : path));
// Not the history: a filter that was chosen early is sent at once, and its rows are new ones (my-page.spec.ts).
const memberPages = [
  "/my-page/profile",
  "/my-page/ecommerce-history",
  "/my-page/terminate",
  "/store/products",
  "/store/products/1",
  "/store/products/3/checkout",
  "/store/soria-exchange",
  "/dao/suggestions",
  "/dao/suggestions/19",
  "/dao/suggestions/19/debates/1",
  "/dao/members",
  "/dao/report?target=COMMENT&id=1",
  "/support/requests",
];

/** In the page: touches every control, and opens the menu of languages. @returns how many */
function touch(): number {
  const touched: (HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement)[] = [];
  for (const control of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>(
    "main :is(input, textarea, select)",
  )) {
    const isHidden = control.type === "hidden" || control.type === "file" || control.closest(".sr, [inert]");
    // The film and the pause of home are no fields; the history's dates are sent when they change.
    if ((isHidden && control.type !== "radio") || control.disabled || control.closest("[data-sends]"))
      continue;
    if (control instanceof HTMLSelectElement) control.selectedIndex = control.options.length - 1;
    else if (control.type === "checkbox" || control.type === "radio")
      (control as HTMLInputElement).checked = true;
    else if (control.type === "date" || control.type === "month") continue;
    else control.value = control.inputMode === "numeric" ? "3" : `early ${touched.length}`;
    touched.push(control);
  }
  // Of radio buttons the last one is chosen.
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

/** In the page: where everything is that can be seen, and what is said there: a total follows an early quantity. */
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

/** In the page: what was lost of what `touch` and the stand-ins have done. */
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

/** In the page: remembers what others have put in, and around which words it stands. */
function keepForeign(): void {
  const selector = "[data-foreign], font";
  const kept = [...document.querySelectorAll(selector)].flatMap((node) => {
    const holder = node.parentElement;
    // What is inside of another foreign node goes with it.
    return holder?.closest(selector) ? [] : [{ node, holder, says: holder?.textContent }];
  });
  (window as unknown as { foreign: typeof kept }).foreign = kept;
}

/** In the page: the words around which what others have put in is gone, unless they now say something else. */
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

/** In the page: the checks that wait for a pause in typing never come; the line that they make is not the takeover's. */
function holdChecks(): void {
  const set = window.setTimeout.bind(window);
  // accounts-and-store.md section 9: 300 ms.
  const held = (handler: TimerHandler, ms?: number, ...more: unknown[]) =>
    ms === 300 ? 0 : set(handler, ms, ...more);
  window.setTimeout = held as typeof window.setTimeout;
}

async function walk(page: Page, paths: string[]): Promise<void> {
  let release = () => {};
  let held = Promise.resolve();
  // The script that takes the page over; the others run before, and do nothing yet.
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
    // A face that comes late moves words, and is not the takeover's doing.
    await page.evaluate(() => document.fonts.ready);
    const before = await page.evaluate(places);
    await page.evaluate(keepForeign);
    expect(await page.evaluate(isTakenOver), `${path} taken over too early`).toBe(false);
    release();
    await takenOver(page);
    // The effects of the takeover, and what they render.
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
  // All of a page is in view, so that nothing comes in as one scrolls.
  test.use({ viewport: { width: 1280, height: 6_000 } });

  test("what was typed, chosen and opened, and what others have put in, stays as and where it is", async ({
    page,
    signIn,
    sandbox,
  }) => {
    test.setTimeout(120_000);
    await page.addInitScript(standIns);
    await page.addInitScript(holdChecks);
    // SCREENS=all takes each page, every night.
    const isDrawn = drawScreens("first moments of screens");
    await walk(page, guestPages.filter(isDrawn));
    // Enough for any quantity: an item that is too dear has a sentence in place of the consent.
    await signIn(page, await sandbox.makeMember({ balances: { soria: 9_000_000, soriaPlus: 9_000_000 } }));
    await walk(page, memberPages.filter(isDrawn));
  });
});

/** In the page, from its beginning: a password manager that puts a node beside each input as soon as it is read. */
function besideInputs(): void {
  new MutationObserver(() => {
    for (const field of document.querySelectorAll("input:not([type=hidden], [data-managed])")) {
      field.setAttribute("data-managed", "");
      field.after(document.createElement("password-manager-icon"));
    }
  }).observe(document, { childList: true, subtree: true });
}

test.describe("a password manager that changes the page while it is being read @scripts-only", () => {
  // React renders the page anew: the report to the log is the only trace.
  test.use({ allowed: [/browser error: \{"kind":"hydration"/] });
  const t = texts("ja", "support");

  test("loses nothing that was typed, chosen and attached, nor the focus, and writes no error", async ({
    page,
  }) => {
    await page.addInitScript(besideInputs);
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const end = await intercept(page, ["*/assets/entry.client-*.js"], async ({ go }) => {
      await held;
      await go();
    });
    const answer = await page.goto("/support/inquiry", { waitUntil: "domcontentloaded" });
    const type = page.getByLabel(t("inquiry.type"));
    const name = page.getByLabel(t("inquiry.name"));
    const email = page.getByLabel(t("inquiry.email"));
    const subject = page.getByLabel(new RegExp(`^${t("inquiry.subject")}`));
    const message = page.getByLabel(new RegExp(`^${t("inquiry.message")}`));
    await type.selectOption({ index: 2 });
    await name.fill("水野 灯");
    await message.fill("昨日から");
    await page.locator("input[type=file]").first().setInputFiles("art/readme-home.jpg");
    await email.fill("akari@soria.test");
    await subject.fill("夜の港");
    await subject.press("ArrowLeft");
    const first = await subject.elementHandle();
    release();
    await takenOver(page);
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
    const kinds = () => browserErrorsOf(answer?.headers()["x-request-id"] ?? "none").map(({ kind }) => kind);
    await expect.poll(kinds).toContain("hydration");
    await end();
  });
});

test("a composition goes on while the page with foreign nodes is hydrated @scripts-only", async ({
  page,
}) => {
  await page.addInitScript(standIns);
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
  await takenOver(page);
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
  // A hint whose words change after it was translated.
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
