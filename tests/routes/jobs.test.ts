/**
 * Jobs of visitors from beginning to end, without scripts: how many presses and how much typing each needs
 * (docs/walked.md). A field that the page has already filled in counts nothing.
 */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { PASSWORD } from "../mocks/sandbox";
import { sandbox } from "../mocks/server";
import { formIn, type Shown, SiteBrowser, wordsOf } from "../kit/visitors/site-browser";
import { withSite } from "../kit/visitors/whole-site";

const NEW = "Nightfall-2!";
const site = withSite(["account", "my-page", "support", "dao", "resources", "site/home"]);

const decoded = (text: string) =>
  wordsOf(text.replace(/&#x27;/g, "'"))
    .trim()
    .replaceAll(/\s+/g, " ");

/** A visitor who presses links and buttons and types into fields, and counts both. */
class Walk {
  presses = 0;
  fields = 0;
  page: Shown = { status: 0, path: "", html: "" };
  readonly #browser = new SiteBrowser(site, false);

  async opens(path: string): Promise<void> {
    this.page = await this.#browser.open(path);
  }

  /** Presses the first link of the page whose address matches. */
  async follows(address: RegExp): Promise<void> {
    const links = [...this.page.html.matchAll(/<a\b[^>]*\bhref="([^"]*)"/g)].map(([, href = ""]) =>
      href.replaceAll("&amp;", "&"),
    );
    const href = links.find((link) => address.test(link));
    expect(href, `a link to ${String(address)} on ${this.page.path}`).toBeDefined();
    this.presses += 1;
    await this.opens((href ?? "").split("#")[0] ?? "");
  }

  /** Fills in what the form has not filled in already, and presses its button. */
  async sends(form: string, wanted: Record<string, string>, button: Record<string, string> = {}) {
    const has = this.#valuesOf(form);
    const typed = Object.entries(wanted).filter(([name, value]) => has[name] !== value);
    this.fields += typed.length;
    this.presses += 1;
    this.page = await this.#browser.send(this.page, form, {
      ...has,
      ...Object.fromEntries(typed),
      ...button,
    });
  }

  #valuesOf(id: string): Record<string, string> {
    expect(formIn(this.page.html, id).hidden.length).toBeGreaterThan(0);
    const [, inner = ""] =
      new RegExp(`<form\\b[^>]*\\bid="${id}"[^>]*>([\\s\\S]*?)</form>`).exec(this.page.html) ?? [];
    const of = (tag: string, name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1];
    const inputs = [...inner.matchAll(/<input\b[^>]*>/g)]
      .map(([tag]) => tag)
      .filter((tag) => !/type="(?:hidden|file|radio|checkbox)"/.test(tag) || /\bchecked\b/.test(tag))
      .map((tag) => [of(tag, "name") ?? "", decoded(of(tag, "value") ?? "")]);
    const areas = [...inner.matchAll(/<textarea\b([^>]*)>([\s\S]*?)<\/textarea>/g)].map(
      ([, tag = "", text = ""]) => [of(tag, "name") ?? "", text],
    );
    const choices = [...inner.matchAll(/<select\b([^>]*)>([\s\S]*?)<\/select>/g)].map(
      ([, tag = "", options = ""]) => [
        of(tag, "name") ?? "",
        /<option\b[^>]*\bselected\b[^>]*>/.exec(options)?.[0].match(/value="([^"]*)"/)?.[1] ?? "",
      ],
    );
    return Object.fromEntries([...inputs, ...areas, ...choices].filter(([name]) => name));
  }

  async signsIn(email: string): Promise<void> {
    await this.opens("/sign-in");
    await this.sends("sign-in", { email, password: PASSWORD }, { intent: "sign-in" });
    this.presses = 0;
    this.fields = 0;
  }
}

/** Returns the address of a new member. */
const newMember = async (order: Parameters<Awaited<ReturnType<typeof sandbox>>["make"]>[0] = {}) =>
  (await (await sandbox()).make(order)).email ?? "";

const jobs: Record<string, (walk: Walk) => Promise<void>> = {
  async "a forgotten password, from the failed sign-in to the next one"(walk) {
    const email = await newMember();
    await walk.opens("/sign-in");
    await walk.sends("sign-in", { email, password: "Wrong-2024!" }, { intent: "sign-in" });
    await walk.follows(/^\/find-password/);
    await walk.sends("find-password", { email }, { intent: "send" });
    expect(walk.page.path).toBe("/find-password/email-sent");
    const link = new URL((await (await sandbox()).mails(email))[0]?.link ?? "");
    walk.presses += 1;
    await walk.opens(link.pathname + link.search);
    await walk.sends("change-password", { password: NEW, passwordConfirm: NEW });
    await walk.follows(/^\/sign-in/);
    await walk.sends("sign-in", { email, password: NEW }, { intent: "sign-in" });
    expect(walk.page.path).toBe("/");
  },
  async "a question about one line of the history"(walk) {
    const email = await newMember({ history: 5 });
    await walk.signsIn(email);
    await walk.opens("/my-page/history");
    await walk.follows(/^\/support\/inquiry\?/);
    await walk.sends("inquiry", { subject: "質問", message: `${messageIn(walk.page)}なぜですか。` });
    await walk.sends("inquiry", {}, { confirmed: "yes" });
    expect(/INQ-[0-9A-Z]{10}/.test(walk.page.html)).toBe(true);
  },
  async "a closed inquiry that goes on"(walk) {
    await walk.signsIn(await newMember({ inquiries: [{ subject: "島の橋", status: "CLOSED" }] }));
    await walk.opens("/support/inquiries");
    await walk.follows(/^\/support\/inquiries\/INQ-/);
    await walk.follows(/^\/support\/inquiry\?.*quote=/);
    await walk.sends("inquiry", { message: `${messageIn(walk.page)}まだ揺れます。` });
    await walk.sends("inquiry", {}, { confirmed: "yes" });
    expect(/INQ-[0-9A-Z]{10}/.test(walk.page.html)).toBe(true);
  },
  async "the ends of all open votes in the calendar"(walk) {
    const email = await newMember();
    await walk.signsIn(email);
    await walk.opens("/dao");
    await walk.follows(/^\/dao\/votes\.ics$/);
    expect(walk.page.html.match(/BEGIN:VEVENT/g)).toHaveLength(5);
  },
};

/** Returns the text that the inquiry form has filled in. */
const messageIn = ({ html }: Shown) => /<textarea\b[^>]*>\n?([\s\S]*?)<\/textarea>/.exec(html)?.[1] ?? "";

const table = readFileSync("docs/walked.md", "utf8");

it.each(Object.entries(jobs))("%s takes the presses and the typing of docs/walked.md", async (job, run) => {
  const walk = new Walk();
  await run(walk);
  const [, , , now = ""] =
    table
      .split("\n")
      .find((line) => line.includes(job))
      ?.split("|") ?? [];
  const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`;
  expect(now.trim()).toBe(
    `${count(walk.presses, "press", "presses")}, ${count(walk.fields, "field", "fields")}`,
  );
});
