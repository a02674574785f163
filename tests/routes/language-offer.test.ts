/** The offered language and its ✕ without scripts: both keep what was typed, as the header's language menu does. */
import { describe, expect, it } from "vitest";
import { ORIGIN, SiteBrowser, type Shown } from "../kit/visitors/site-browser";
import { withSite } from "../kit/visitors/whole-site";

const site = withSite(["account", "support", "news", "resources"]);
/** A guest who reads English and has chosen no language. */
class Guest extends SiteBrowser {
  constructor() {
    super(site, false);
    this.cookies.delete("lng");
  }

  override headers(): Headers {
    const headers = super.headers();
    headers.set("Accept-Language", "en");
    return headers;
  }
}

const attribute = (tag: string, name: string) =>
  new RegExp(`\\b${name}="([^"]*)"`, "i").exec(tag)?.[1]?.replaceAll("&amp;", "&");

/** Returns the two buttons of the offer: the offered language, then the ✕, which stores the page's own. */
function buttonsOf({ html }: Shown) {
  const [aside = ""] = /<aside class="offer"[\s\S]*?<\/aside>/.exec(html) ?? [];
  return [...aside.matchAll(/<button\b[^>]*>/g)].map(([tag]) => ({
    form: attribute(tag, "form"),
    action: attribute(tag, "formaction"),
    lng: attribute(tag, "value"),
  }));
}

const languageIn = ({ html }: Shown) => /<html[^>]* lang="([^"]*)"/.exec(html)?.[1];

describe.each([
  ["/support/inquiry", { subject: "Lanterns & <boats>", name: "علی\u200cرضا", message: "一 二" }],
  ["/sign-in", { email: "taro..yamada.@docomo.ne.jp" }],
  ["/sign-up", { email: "info@example.jp" }],
  ["/find-password", { email: "info@example.jp" }],
])("the offer on %s", (path, typed) => {
  it.each([
    ["the offered language", 0, "en"],
    ["the ✕", 1, "ja"],
  ])("keeps what was typed: %s", async (_name, at, lng) => {
    const browser = new Guest();
    const page = await browser.open(path);
    expect(languageIn(page)).toBe("ja");
    const button = buttonsOf(page)[at];
    if (!button?.form || !button.action) throw new Error("the button does not submit the page's form");
    const fields = { ...browser.hidden(page, button.form), ...typed, lng: button.lng ?? "" };
    const shown = await browser.post(button.action, Object.entries(fields), page);
    expect(shown.status).toBe(200);
    expect(languageIn(shown)).toBe(lng);
    for (const [name, value] of Object.entries(typed)) expect(valueOf(shown, name), name).toBe(value);
    // Chosen: it is not offered again.
    expect(buttonsOf(await browser.open(path))).toEqual([]);
  });
});

it("leads back to a page without a form, with its filter", async () => {
  const browser = new Guest();
  const page = await browser.open("/news?type=EVENT");
  const [, close] = buttonsOf(page);
  const fields = { redirectTo: "/news?type=EVENT", lng: close?.lng ?? "" };
  const response = await browser.fetch(close?.action ?? "/language", fields);
  expect(new URL(response.headers.get("Location") ?? "", ORIGIN).href).toBe(`${ORIGIN}/news?type=EVENT`);
});

/** Returns the value of a text field or a text area. */
function valueOf({ html }: Shown, name: string): string | undefined {
  const [, area] = new RegExp(`<textarea\\b[^>]*\\bname="${name}"[^>]*>\\n?([^<]*)<`).exec(html) ?? [];
  const [input = ""] = new RegExp(`<input\\b[^>]*\\bname="${name}"[^>]*>`).exec(html) ?? [];
  return (area ?? attribute(input, "value"))
    ?.replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&");
}
