/** The maximum length of a name is the same at every form that asks for one, and a longer name is refused with it. */
import { expect, it } from "vitest";
import { MAX_NAME } from "~/domain/name-rules";
import { SiteBrowser, wordsOf } from "../../kit/visitors/site-browser";
import { texts } from "../../kit/data/texts";
import { cases } from "../form-cases";
import { deedsOf, enter, made, site, withForms, type World } from "../form-site";

withForms();

const forms = cases.filter(({ name }) => name === "names" || name === "sign-up-details");

it.each(forms)("is 30 characters at $name, and nothing is cut [A181.3]", async (form) => {
  const browser = new SiteBrowser(site, false, "en");
  const member = form.who === "member" ? await made() : undefined;
  if (member) await enter(browser, member);
  const world: World = { browser, member };
  const page = await form.open(world);
  const attempt = (name: string, field = "firstName") =>
    deedsOf(() => browser.send(page, form.name, { ...form.typed(world), [field]: name }));

  for (const [letter, field] of [
    ["a", "firstName"],
    ["灯", "lastName"],
    ["𠮷", "firstName"],
  ] as const) {
    for (const count of [MAX_NAME + 1, MAX_NAME + 10]) {
      const { shown, made: calls } = await attempt(letter.repeat(count), field);
      expect([shown.status, calls]).toEqual([400, []]);
      expect(wordsOf(shown.html)).toContain(texts("en", "common")("form.tooLong", { most: MAX_NAME, count }));
      expect(shown.html, "the input is kept whole").toContain(`value="${letter.repeat(count)}"`);
    }
  }
  const { shown, made: calls } = await attempt("𠮷".repeat(MAX_NAME));
  expect([shown.status, calls]).toEqual([200, [form.call]]);
});
