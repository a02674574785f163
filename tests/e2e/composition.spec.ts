/**
 * Input methods (Japanese, Korean, Chinese): the Enter that ends a composition does not submit, and unfinished text
 * is neither searched nor validated. Real composition events through the Chrome DevTools Protocol.
 */
import type { CDPSession, Locator, Page } from "@playwright/test";
import { expect, test } from "../kit/browser/fixtures";
import { texts } from "../kit/data/texts";

/** Forms with a text field, including those with scripts that react to typing. */
const fields: { path: string; isMember?: true; field: (page: Page) => Locator }[] = [
  { path: "/news", field: (page) => page.getByRole("main").getByRole("searchbox") },
  { path: "/support/faq", field: (page) => page.getByRole("main").getByRole("searchbox") },
  {
    path: "/sign-in",
    field: (page) => page.getByLabel(texts("ja", "account")("signIn.email"), { exact: true }),
  },
  {
    path: "/support/inquiry",
    field: (page) => page.getByLabel(texts("ja", "support")("inquiry.name")),
  },
  {
    path: "/my-page/profile",
    isMember: true,
    field: (page) => page.getByLabel(texts("ja", "account")("name.last")),
  },
  {
    path: "/store/products/3/checkout",
    isMember: true,
    field: (page) => page.getByRole("main").getByRole("textbox").first(),
  },
];

/** The composition text after each key of "みずの". */
const steps = ["m", "み", "みz", "みず", "みずn", "みずの"];

/** Presses Enter as browsers report it during a composition: key code 229. */
async function pressEnterOfInputMethod(keys: CDPSession): Promise<void> {
  const enter = { key: "Enter", code: "Enter", windowsVirtualKeyCode: 229, nativeVirtualKeyCode: 229 };
  await keys.send("Input.dispatchKeyEvent", { type: "rawKeyDown", ...enter });
  await keys.send("Input.dispatchKeyEvent", { type: "keyUp", ...enter });
}

for (const { path, isMember, field } of fields) {
  test(`${path}: Enter while composing sends nothing, and the composition ends as it was written @scripts-only`, async ({
    page,
    member,
    signIn,
  }) => {
    if (isMember) await signIn(page, member);
    await page.clock.install();
    await page.goto(path);
    const input = field(page);
    await input.fill("");
    await page.clock.runFor(2_000);
    const sent: string[] = [];
    page.on("request", (request) => {
      const url = new URL(request.url());
      if (request.isNavigationRequest() || url.searchParams.has("_data")) sent.push(request.url());
    });
    await input.evaluate((element) => {
      const seen = ((window as { seen?: string[] }).seen = [] as string[]);
      element.addEventListener("keydown", (event) =>
        seen.push(`${(event as KeyboardEvent).key} ${(event as KeyboardEvent).isComposing}`),
      );
      element.addEventListener("compositionend", (event) =>
        seen.push(`end ${(event as CompositionEvent).data}`),
      );
    });
    const keys = await page.context().newCDPSession(page);
    await input.focus();
    for (const text of steps) {
      await keys.send("Input.imeSetComposition", {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      });
      // Longer than any debounce of a search or a check.
      await page.clock.runFor(1_000);
    }
    await keys.send("Input.imeSetComposition", { text: "水野", selectionStart: 2, selectionEnd: 2 });
    await page.clock.runFor(1_000);
    await pressEnterOfInputMethod(keys);
    await page.clock.runFor(1_000);
    expect(sent, "while composing").toEqual([]);
    await keys.send("Input.insertText", { text: "水野" });
    await expect(input).toHaveValue("水野");
    await expect(input).toBeFocused();
    expect(await page.evaluate(() => (window as { seen?: string[] }).seen)).toEqual([
      "Enter true",
      "end 水野",
    ]);
    // A list is searched by the finished word soon afterwards, on the same page.
    expect(new URL(page.url()).pathname).toBe(path);
  });
}

test("a search waits for the end of a composition, and is one search then @scripts-only", async ({
  page,
}) => {
  await page.goto("/support/faq");
  const asked: string[] = [];
  page.on("request", (request) => {
    const { searchParams } = new URL(request.url());
    // Counts only the loader of the list.
    if (searchParams.get("_data")?.endsWith("faq/route")) asked.push(searchParams.get("keyword") ?? "");
  });
  const keys = await page.context().newCDPSession(page);
  const search = page.getByRole("main").getByRole("searchbox");
  await search.focus();
  for (const text of ["s", "し", "しm", "しま"])
    await keys.send("Input.imeSetComposition", {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    });
  await keys.send("Input.insertText", { text: "島" });
  await expect(page).toHaveURL(/keyword=%E5%B3%B6/);
  expect(asked).toEqual(["島"]);
  await expect(search).toHaveValue("島");
  await expect(search).toBeFocused();
});
