/** Forms of a page whose language is no longer that of the cookie, because another tab has changed it. */
import { describe, expect, it } from "vitest";
import { SiteBrowser, wordsOf } from "../kit/visitors/site-browser";
import { type FormCase, cases } from "./form-cases";
import { enter, made, site, withForms, type World } from "./form-site";

const cookieOf = (lng: string) => encodeURIComponent(Buffer.from(JSON.stringify(lng)).toString("base64"));
const titleOf = (html: string) => /<title>([^<]*)<\/title>/.exec(html)?.[1];
const languageIn = (html: string) => /<html[^>]* lang="([^"]*)"/.exec(html)?.[1];

withForms();

/** Forms whose response to empty fields is their page, not a redirect. */
const refusing = cases.filter(
  ({ name }) => !["sessions", "confirm-order", "purchase", "like"].includes(name),
);

function emptied(fields: Record<string, string>): Record<string, string> {
  const isButton = (name: string) => name === "intent" || name === "confirmed";
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, isButton(name) ? value : ""]),
  );
}

async function openIn(lng: string, form: FormCase): Promise<World> {
  const browser = new SiteBrowser(site, false, lng);
  const member = form.who === "member" ? await made() : undefined;
  if (member) await enter(browser, member);
  return { browser, member };
}

describe("a form of an English page, submitted with a Korean cookie", () => {
  it.each(refusing.map((form) => ({ form, name: `${form.name} (${form.who})` })))(
    "responds in English alone: $name",
    async ({ form }) => {
      const world = await openIn("en", form);
      const page = await form.open(world);
      world.browser.cookies.set("lng", cookieOf("ko"));
      const shown = await world.browser.send(page, form.name, emptied(form.typed(world)));
      expect(languageIn(shown.html)).toBe("en");
      expect(titleOf(shown.html)).not.toMatch(/[\uac00-\ud7af]/);
      // The language menu names each language in itself.
      expect(wordsOf(shown.html).replaceAll("한국어", "")).not.toMatch(/[\uac00-\ud7af]/);
    },
  );
});

it("takes an unknown language of a form as none", async () => {
  const browser = new SiteBrowser(site, false, "ko");
  const page = await browser.open("/sign-in");
  const shown = await browser.send(page, "sign-in", { intent: "sign-in", email: "", lang: "xx" });
  expect(languageIn(shown.html)).toBe("ko");
});
