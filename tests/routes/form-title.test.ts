/** The title and the labels of a page whose form came back with errors, without scripts. */
import { expect, it } from "vitest";
import { SiteBrowser } from "../kit/visitors/site-browser";
import { withSite } from "../kit/visitors/whole-site";

const site = withSite(["account", "support"]);
const titleOf = (html: string) => /<title>([^<]*)<\/title>/.exec(html)?.[1];

it.each([
  ["en", "Error: Sign in | Soria"],
  ["ja", "エラー：サインイン | Soria"],
] as const)("starts with the error in %s, until the page is loaded again", async (lng, title) => {
  const browser = new SiteBrowser(site, false, lng);
  const page = await browser.open("/sign-in");
  expect(titleOf(page.html)).toBe(title.replace(/^[^:：]*[:：] ?/, ""));
  const response = await browser.send(page, "sign-in", { intent: "sign-in", email: "", password: "" });
  expect(response.status).toBe(400);
  expect(titleOf(response.html)).toBe(title);
  expect(titleOf((await browser.open("/sign-in")).html)).not.toMatch(/Error|エラー/);
});

it("separates a label from its note, so that its name is not one word", async () => {
  const { html } = await new SiteBrowser(site, false, "en").open("/support/inquiry");
  const [, label = ""] = /<label for="inquiry-subject">(.*?)<\/label>/.exec(html) ?? [];
  expect(label.replace(/<[^>]*>/g, "")).toBe("Subject up to 100 characters");
});
