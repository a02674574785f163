/**
 * Random actions of two members, one browser with three tabs and a second device. A form must only ever act for the
 * member it was rendered for, nothing fails, and input is on the page or saved for its member.
 * Longer run: `WALKS=200 npx vitest run --project routes tests/routes/form-interference-fuzz.test.ts`. A failure
 * prints its seed; `WALK_SEED=… WALKS=1` repeats it.
 */
import { expect, it } from "vitest";
import { seededRandom } from "#server/sandbox/seed/random";
import type { MadeMember } from "#server/sandbox/switches/members";
import { ownerOf } from "#server/store/encryption.server";
import { sessionStore } from "#server/store/stores.server";
import { callCounts, sandbox } from "../mocks/server";
import { type Shown, SiteBrowser } from "../kit/visitors/site-browser";
import { openSite } from "../kit/visitors/whole-site";
import { seedOf } from "../kit/data/random";

const WALKS = Number(process.env["WALKS"] ?? 6);
const SEED = seedOf("WALK_SEED");
const STEPS = 14;

interface Form {
  name: string;
  path: string;
  fields: (word: string) => Record<string, string>;
  call: RegExp;
}

const forms: Form[] = [
  {
    name: "names",
    path: "/my-page/profile",
    fields: (word) => ({ intent: "names", firstName: word, lastName: "水野" }),
    call: /^PATCH \/api\/users\/me$/,
  },
  {
    name: "inquiry",
    path: "/support/inquiry",
    fields: (word) => ({
      typeCode: "BUG_ERROR",
      name: "水野",
      email: "walk@example.com",
      subject: word,
      message: word,
      confirmed: "yes",
    }),
    call: /^POST \/api\/support\/inquiries$/,
  },
  {
    name: "report",
    path: "/dao/report?target=COMMENT&id=1&back=%2Fdao",
    fields: (word) => ({ reason: "SPAM", detail: word, confirmed: "yes" }),
    call: /^POST \/api\/dao\/report$/,
  },
];

/** An open page with a form, the member it was opened by, and the text typed into it. */
interface Tab {
  page: Shown;
  form: Form;
  owner: MadeMember;
  word: string;
}

/** Returns a word that no other tab uses. It has letters only, because names allow nothing else. */
const wordOf = (number: number) =>
  [...String(number)].map((digit) => "一二三四五六七八九十"[Number(digit)]).join("");

class Walk {
  readonly trail: string[] = [];
  private tabs: Tab[] = [];
  private inside: MadeMember | undefined;
  private words = 0;

  constructor(
    private readonly site: Awaited<ReturnType<typeof openSite>>,
    private readonly random: ReturnType<typeof seededRandom>,
    private readonly browser: SiteBrowser,
    private readonly members: MadeMember[],
  ) {}

  async step(): Promise<void> {
    const doings = [this.open, this.open, this.press, this.press, this.press, this.leave, this.enter];
    const rare = [this.endElsewhere, this.emptyStore, this.switchLanguage];
    const doing = this.random.chance(0.25) ? this.random.pick(rare) : this.random.pick(doings);
    await doing.call(this);
  }

  private async enter(who = this.random.pick(this.members)): Promise<void> {
    if (this.inside) return;
    this.trail.push(`${who.id} signs in`);
    const page = await this.browser.open("/sign-in");
    const fields = { intent: "sign-in", email: who.email ?? "", password: who.password };
    expect((await this.browser.send(page, "sign-in", fields)).path).toBe("/");
    this.inside = who;
  }

  private async leave(): Promise<void> {
    this.trail.push("signs out");
    await this.browser.fetch("/sign-out", {});
    this.inside = undefined;
  }

  /** Ends the session from another device. */
  private async endElsewhere(): Promise<void> {
    if (!this.inside) return;
    this.trail.push(`${this.inside.id} signs out all devices but another`);
    const { email, password } = this.inside;
    const other = new SiteBrowser(this.site, false);
    const fields = { intent: "sign-in", email: email ?? "", password };
    await other.send(await other.open("/sign-in"), "sign-in", fields);
    await other.send(await other.open("/my-page/profile"), "sessions", { session: "others" });
    this.inside = undefined;
  }

  private async emptyStore(): Promise<void> {
    this.trail.push("the store is emptied");
    for (const { id } of this.members) await sessionStore().destroyAllOf(ownerOf(id));
    this.inside = undefined;
  }

  private async switchLanguage(): Promise<void> {
    const lng = this.random.pick(["ja", "en", "ko", "zh"]);
    this.trail.push(`speaks ${lng}`);
    await this.browser.fetch("/language", { lng, redirectTo: "/" });
  }

  private async open(): Promise<void> {
    await this.enter();
    const form = this.random.pick(forms);
    const owner = this.inside;
    if (!owner) return;
    const page = await this.browser.open(form.path);
    expect([page.status, page.path]).toEqual([200, form.path]);
    const word = wordOf(++this.words + 10 * owner.id);
    this.trail.push(`${owner.id} opens ${form.name}, and types ${word}`);
    this.tabs = [...this.tabs, { page, form, owner, word }].slice(-3);
  }

  private async press(): Promise<void> {
    if (this.tabs.length === 0) return this.open();
    const tab = this.random.pick(this.tabs);
    const { page, form, owner, word } = tab;
    const before = await this.sumOf(form);
    const times = this.random.chance(0.2) ? 2 : 1;
    this.trail.push(`presses ${form.name} of ${owner.id}, ${times} times`);
    const send = () => this.browser.send(page, form.name, form.fields(word));
    const responses = await Promise.all(Array.from({ length: times }, send));
    const after = await this.sumOf(form);
    const isOwn = this.inside?.id === owner.id;
    for (const { id } of this.members) {
      const made = (after.get(id) ?? 0) - (before.get(id) ?? 0);
      if (id === owner.id && isOwn) expect(made, "done for its member").toBeGreaterThan(0);
      else expect(made, `done for ${id}`).toBe(0);
    }
    for (const shown of responses) {
      expect(shown.status).toBeLessThan(500);
      if (isOwn) expect(shown.status).toBeLessThan(400);
      else if (this.inside) expect([shown.status, shown.html.includes(word)]).toEqual([409, false]);
      else expect(shown.path).toMatch(/^\/sign-in\?/);
    }
    if (!this.inside) await this.comeBack(tab);
    this.tabs = this.tabs.filter((other) => other !== tab);
  }

  /** Signs in a random member: the saved input is shown only to the member who typed it. */
  private async comeBack({ form, owner, word }: Tab): Promise<void> {
    await this.enter();
    const { html } = await this.browser.open(form.path);
    expect(html.includes(word), "kept words").toBe(this.inside?.id === owner.id);
  }

  private async sumOf({ call }: Form): Promise<Map<number, number>> {
    const sums = this.members.map(async (member): Promise<[number, number]> => {
      const calls = Object.entries(await callCounts(member.id)).filter(([name]) => call.test(name));
      return [member.id, calls.reduce((sum, [, count]) => sum + count, 0)];
    });
    return new Map(await Promise.all(sums));
  }
}

it(`meets in any order, ${WALKS} walks from seed ${SEED}`, async () => {
  const site = await openSite(["account", "my-page", "support", "dao", "resources", "site/home"]);
  for (let seed = SEED; seed < SEED + WALKS; seed++) {
    const random = seededRandom(seed);
    const members = [await (await sandbox()).make(), await (await sandbox()).make()];
    const walk = new Walk(site, random, new SiteBrowser(site, random.chance(0.5)), members);
    try {
      for (let step = 0; step < STEPS; step++) await walk.step();
    } catch (error) {
      throw new Error(`seed ${seed}, after:\n${walk.trail.join("\n")}\n${String(error)}`, { cause: error });
    }
  }
});
