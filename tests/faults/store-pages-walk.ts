/** One random walk of store-pages.test.ts. */
import { setTimeout as pause } from "node:timers/promises";
import { expect } from "vitest";
import type { Books } from "#server/sandbox/switches/books";
import type { Random } from "#server/sandbox/seed/random";
import { outcomes } from "~/domain/purchase-status";
import { chargeCard, type Member } from "../kit/visitors/sandbox-client";
import { formsOf, type PageForm } from "./attacks/pages";
import type { FaultKind } from "./store-support";
import { sandbox, wire, site, items, json } from "./store-pages-site";
import { done, endedTitles, isDone, isStore, main, type Page, titleOf, unescaped } from "./store-pages-html";

const QUANTITIES = [1, 2, 3, 4];

const CALLS = [
  "/api/store/products/purchase",
  "/api/store/order/capture",
  "/order-service/v1/users/orders",
  "/order-service/v1/users/orders/confirm",
  "/api/users/me/history",
  "/api/store/products/",
];
const KINDS: FaultKind[] = [
  "error",
  "error-after",
  "closed",
  "lost-answer",
  "lost-answer",
  "kill",
  "kill-after",
];

const address: Record<string, string> = {
  ...{ customerName: "Akari Mizuno", customerPhone: "090-1234-5678", customerEmail: "akari@soria.test" },
  ...{ shippingName: "Akari Mizuno", shippingPhone: "090-1234-5678", postalCode: "100-0001" },
  ...{ address: "1-1 Chiyoda", detailedAddress: "3F", thirdParty: "on", process: "on" },
};

/** A member whose browser has no scripts. */
export class Walk {
  readonly trail: string[] = [];
  readonly #cookies = new Map([["lng", encodeURIComponent(btoa('"en"'))]]);
  /** Earlier pages, as reached by the back button or in other tabs. */
  readonly #left: Page[] = [];
  #page: Page = { path: "/", html: "" };
  /** Texts of the messages shown, by purchase key. */
  readonly told = new Map<string, string>();

  constructor(
    readonly seed: number,
    readonly random: Random,
    readonly member: Member,
  ) {}

  /** Requests a page and follows redirects. Returns undefined if the connection broke. */
  async #load(path: string, fields?: Record<string, string>): Promise<Page | undefined> {
    let [at, body] = [path, fields && new URLSearchParams(fields)];
    for (let hop = 0; hop < 8; hop += 1) {
      const response = await fetch(site.origin + at, {
        method: body ? "POST" : "GET",
        headers: {
          Cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; "),
          Origin: site.origin,
          "Accept-Language": "en",
        },
        redirect: "manual",
        ...(body && { body }),
      }).catch(() => undefined);
      if (!response) return undefined;
      for (const header of response.headers.getSetCookie()) {
        const [name = "", value = ""] = (header.split(";")[0] ?? "").split(/=(.*)/s);
        if (/max-age=0/i.test(header)) this.#cookies.delete(name);
        else this.#cookies.set(name, value);
      }
      const location = response.headers.get("Location");
      const html = await response.text().catch(() => undefined);
      if (html === undefined) return undefined;
      if (!location) {
        expect(response.status, `${this.where()}\n${at}`).not.toBe(500);
        return { path: at, html };
      }
      [at, body] = [location.replace(site.origin, ""), undefined];
    }
    throw new Error(`${this.where()}: redirected for ever from ${path}`);
  }

  /** Loads a page like a browser, which loads the pictures of most messages. */
  async go(path: string, fields?: Record<string, string>): Promise<Page | undefined> {
    const page = await this.#load(path, fields);
    if (!page) {
      // After a broken connection, the visitor reloads the page when the site is ready.
      await site.ready();
      return undefined;
    }
    this.#left.push(this.#page);
    this.#page = page;
    for (const [whole, src = ""] of page.html.matchAll(
      /<div[^>]*class="toast[\s\S]*?<img[^>]*src="([^"]*shown[^"]*)"/g,
    )) {
      const key = new URLSearchParams(src.split("?")[1]).get("purchase") ?? "";
      this.told.set(key, unescaped(whole));
      if (this.random.chance(0.7)) await this.#load(src.replaceAll("&amp;", "&"));
    }
    return page;
  }

  /** Repeats the request until the site responds. */
  async insist(path: string, fields?: Record<string, string>): Promise<Page> {
    for (;;) {
      const page = await this.go(path, fields);
      if (page) return page;
      await pause(50);
    }
  }

  #forget(): void {
    for (const name of this.#cookies.keys()) if (name !== "lng") this.#cookies.delete(name);
  }

  async #elsewhere(path: string): Promise<Page> {
    for (;;) {
      const page = await this.#load(path);
      if (page) return page;
      await site.ready();
    }
  }

  async signIn(): Promise<void> {
    await this.insist("/sign-in", {
      intent: "sign-in",
      email: this.member.email,
      password: this.member.password,
    });
    expect(this.#cookies.size, this.where()).toBeGreaterThan(1);
  }

  where(): string {
    return `HTML_WALK_SEED=${this.seed} HTML_WALKS=1, after:\n${this.trail.join("\n")}\n`;
  }

  #filled(form: PageForm): Record<string, string> {
    const fields: Record<string, string> = {};
    for (const { name, value } of form.fields) fields[name] = address[name] ?? value;
    if ("quantity" in fields) fields["quantity"] = String(this.random.pick(QUANTITIES));
    if ("confirm" in fields && this.random.chance(0.9)) fields["confirm"] = "on";
    else delete fields["confirm"];
    // A script would report that it can take a card.
    if ("script" in fields && this.random.chance(0.4)) fields["script"] = "ready";
    return fields;
  }

  async #press({ path, html }: Page): Promise<void> {
    const forms = formsOf(main({ path, html }), path).filter(({ action }) => isStore(action));
    if (forms.length === 0) return;
    const form = this.random.pick(forms);
    const buy = form.buttons.find(({ value }) => value === "buy");
    const any =
      form.buttons.length > 0 && this.random.chance(0.95) ? this.random.pick(form.buttons) : undefined;
    const button = buy && this.random.chance(0.7) ? buy : any;
    const fields = { ...this.#filled(form), ...(button && { [button.name]: button.value }) };
    this.trail.push(`  press ${button?.value ?? "Enter"} of ${form.action}, ${JSON.stringify(fields)}`);
    if (form.method === "get") {
      await this.go(`${form.action.split("?")[0]}?${new URLSearchParams(fields)}`);
      return;
    }
    const first = this.go(form.action, fields);
    if (this.random.chance(0.3)) {
      // A second press of the same member; most first presses are still under way.
      // oxlint-disable-next-line soria/no-sleep
      await pause(120);
      this.trail.push("  and once more, 120 ms later");
      await this.go(form.action, fields);
    }
    await first;
    await this.#pay();
  }

  /** Enters a card if the page accepts one, after the call with which the script announces the charge. */
  async #pay(): Promise<void> {
    const { html } = this.#page;
    const secret = /"clientSecret":"([^"]+)"/.exec(html)?.[1];
    const key = secret && new RegExp(`"key":"([\\w-]+)"[^{}]*"clientSecret":"${secret}"`).exec(html)?.[1];
    if (!secret || !key || this.random.chance(0.3)) return;
    const begun = await this.#load("/store/products/complete/begin", { purchase: key });
    if (!begun?.html.includes('"submitted"')) return;
    this.trail.push("  a card is charged");
    await chargeCard(sandbox.origin, secret);
    if (this.random.chance(0.6)) await this.go(`/store/products/complete?purchase=${key}`);
  }

  async step(): Promise<void> {
    const { random } = this;
    if (random.chance(0.4)) {
      const [call, kind] = [random.pick(CALLS), random.pick(KINDS)];
      this.trail.push(`  fault ${kind} at ${call}`);
      wire.plan(this.member.id, call, kind, () => site.kill());
    }
    const links = [...main(this.#page).matchAll(/<a [^>]*href="([^"#]+)"/g)]
      .map(([, href = ""]) => href.replaceAll("&amp;", "&"))
      .filter(isStore);
    const moves: [string, () => Promise<unknown>][] = [
      ["press what the page offers", () => this.#press(this.#page)],
      ["press what the page offers", () => this.#press(this.#page)],
      ["press what the page offers", () => this.#press(this.#page)],
      ["press what the page offers", () => this.#press(this.#page)],
      ["press in a page that was left", () => this.#press(random.pick(this.#left))],
      ["load again", () => this.go(this.#page.path)],
      ["open the item in soria", () => this.go(`/store/products/${items.soria}`)],
      ["open the item in USD", () => this.go(`/store/products/${items.usd}`)],
      ["order with delivery", () => this.go(`/store/products/${items.usd}/checkout`)],
      ["a new sign-in", () => this.signIn()],
      ["the session ends", async () => void this.#forget()],
      ["a deploy", () => site.deploy()],
      ...(links.length > 0
        ? ([["follow a link", () => this.go(random.pick(links))]] as [string, () => Promise<unknown>][])
        : []),
    ];
    const [name, move] = random.pick(moves);
    this.trail.push(name);
    await move();
    if (/\/sign-in/.test(this.#page.path) || this.#cookies.size === 1) await this.signIn();
    wire.calm(this.member.id);
    await site.ready();
    await this.check();
  }

  /** Returns the items of My purchases as served, with their status. */
  async #listed(): Promise<{ key: string; quantity: number; status: string }[]> {
    // Loads the page in another tab.
    const page = await this.#elsewhere("/my-page/ecommerce-history");
    const section =
      /<section[^>]*aria-labelledby="purchases-title"[\s\S]*?<\/section>/.exec(page.html)?.[0] ?? "";
    return [...section.matchAll(/<li[\s\S]*?<\/li>/g)].map(([item]) => {
      const text = unescaped(item);
      const statuses = Object.keys(outcomes).map(titleOf);
      const status = statuses.filter((title) => text.includes(title)).sort((a, b) => b.length - a.length)[0];
      expect(status, `${this.where()}: no known status in ${text}`).toBeDefined();
      const key = /complete\?purchase=([\w-]+)/.exec(item)?.[1] ?? "";
      return { key, quantity: Number(/× (\d+)/.exec(text)?.[1]), status: status ?? "" };
    });
  }

  async #books(): Promise<Books> {
    return json<Books>(`/__books?member=${this.member.id}`);
  }

  async check(): Promise<void> {
    const listed = await this.#listed();
    const { transactions, orders } = await this.#books();
    for (const quantity of QUANTITIES) {
      const of = listed.filter((each) => each.quantity === quantity);
      const given = of.filter(({ status }) => status === done).length;
      const open = of.filter(({ status }) => !endedTitles.includes(status)).length;
      const taken = transactions.filter(
        (tx) => tx.quantity === quantity && (tx.method === "BALANCE" || tx.intent === "succeeded"),
      );
      const captured = taken.filter(({ status }) => status === "CAPTURED").length;
      expect(captured, `${this.where()}told done and not captured, × ${quantity}`).toBeGreaterThanOrEqual(
        given,
      );
      expect(
        taken.length,
        `${this.where()}taken, and neither done nor open, × ${quantity}`,
      ).toBeLessThanOrEqual(given + open);
    }
    for (const [key, message] of this.told) {
      const status = listed.find((each) => each.key === key)?.status;
      const saysDone = isDone.some((text) => message.includes(text));
      if (saysDone) expect(status, `${this.where()}told "${message}"`).toBe(done);
      else expect(status, `${this.where()}told "${message}", which took nothing`).not.toBe(done);
    }
    const confirmed = orders.filter(({ delivery, status }) => delivery && status === "CONFIRMED").length;
    const succeeded = transactions.filter(({ intent }) => intent === "succeeded").length;
    expect(confirmed, `${this.where()}more orders confirmed than cards charged`).toBeLessThanOrEqual(
      succeeded,
    );
  }

  async end(): Promise<void> {
    this.trail.push("all is calm");
    await this.signIn();
    const open = await this.insist("/my-page/ecommerce-history");
    for (const [, key] of open.html.matchAll(/complete\?purchase=([\w-]+)/g)) {
      await this.insist(`/store/products/complete?purchase=${key}`);
    }
    await this.check();
    const { transactions } = await this.#books();
    const left = transactions.filter(({ intent, status }) => intent === "succeeded" && status !== "CAPTURED");
    expect(left, `${this.where()}charged, not captured`).toEqual([]);
  }
}
