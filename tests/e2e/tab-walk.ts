/** One random walk of a member with two tabs who buys in a real browser (tests/e2e/tab-walks.spec.ts). */
import type { BrowserContext, Page } from "@playwright/test";
import { paths } from "~/domain/paths";
import type { Books } from "#server/sandbox/switches/books";
import type { seededRandom } from "#server/sandbox/seed/random";
import { expect, type Member } from "../kit/browser/fixtures";
import { chargeCard, type SandboxClient } from "../kit/visitors/sandbox-client";
import { chargesOf, headingOf, isDenial, isHeld, isSaidTaken, isTaken, statementOf } from "./tab-walk-checks";
import { answered, despiteNavigation, leave } from "./tab-walk-moves";
import { cardForm, cards, challengeOf, dialogOf, pressPay, t, typeCard } from "./store-steps";

const SORIA_ITEM = 1;
const CARD_ITEM = 3;

/** Random steps, each followed by a comparison of what both tabs say with the sandbox's books. */
export class TabWalk {
  readonly trail: string[] = [];
  /** Forms that were pressed, each with its content: what the member asked for, by item. */
  private readonly asked = { [SORIA_ITEM]: new Set<string>(), [CARD_ITEM]: new Set<string>() };
  /** Client secrets of payments to which a card was sent. */
  private readonly sent = new Set<string>();
  private readonly secrets = new Map<Page, string>();
  /** Payments whose page said for good that nothing was taken, by transaction. */
  private readonly denied = new Set<string>();
  /** Every message of every page. */
  private messages = "";

  private constructor(
    private readonly context: BrowserContext,
    private readonly sandbox: SandboxClient,
    private readonly member: Member,
    private readonly random: ReturnType<typeof seededRandom>,
    private readonly tabs: [Page, Page],
  ) {}

  static async begin(
    context: BrowserContext,
    sandbox: SandboxClient,
    member: Member,
    random: ReturnType<typeof seededRandom>,
  ): Promise<TabWalk> {
    const tabs: [Page, Page] = [await context.newPage(), await context.newPage()];
    const walk = new TabWalk(context, sandbox, member, random, tabs);
    for (const tab of tabs) walk.watch(tab);
    return walk;
  }

  /** Notes the payment that a press has begun in a tab. */
  private watch(tab: Page): void {
    tab.on("response", (response) => {
      if (response.request().method() !== "POST") return;
      void response.text().then(
        (text) => {
          const [secret] = /pi_\w+_secret_\w+/.exec(text) ?? [];
          if (secret) this.secrets.set(tab, secret);
        },
        () => undefined,
      );
    });
  }

  /** Returns how to repeat this walk, and its steps so far. */
  where(): string {
    return `after:\n${this.trail.join("\n")}\n`;
  }

  /** Returns what became of the purchases, and how many corrections were shown. */
  async summary(): Promise<string> {
    const { transactions } = await this.books();
    const corrections = this.messages.split("Correction").length - 1;
    const ends = transactions.map(({ method, status, taken }) => `${method} ${status} ${taken}`);
    return `${ends.join(", ") || "no purchase"}; said "Correction" ${corrections} times`;
  }

  async step(): Promise<void> {
    const { random } = this;
    const at = random.whole(0, 1);
    const tab = this.tabs[at] as Page;
    if (random.chance(0.25)) await this.fault();
    const moves: [string, () => Promise<unknown>][] = [
      ["opens the item in Soria", () => this.open(tab, SORIA_ITEM)],
      ["opens the item for cards", () => this.open(tab, CARD_ITEM)],
      ["presses the form that it shows", () => this.press(tab)],
      ["presses the form that it shows", () => this.press(tab)],
      ["presses the form that it shows twice at once", () => this.press(tab, true)],
      ["pays", () => this.pay(tab)],
      ["pays", () => this.pay(tab)],
      ["pays", () => this.pay(tab)],
      ["goes back", () => leave(tab, () => tab.goBack({ waitUntil: "commit" }))],
      ["is loaded again", () => leave(tab, () => tab.reload({ waitUntil: "commit" }))],
      ["is closed, and another one opened", () => this.close(at)],
      ["looks at a purchase", () => this.look(tab)],
      ["looks at a purchase", () => this.look(tab)],
      ["cancels", () => this.cancel(tab)],
      ["has its card declined, gives up, and is charged late", () => this.giveUp(tab)],
      ["has its card declined, gives up, and is charged late", () => this.giveUp(tab)],
      ["and the bank charges a card late", () => this.chargeLate()],
      ["and the shop gives money back", () => this.giveBack()],
    ];
    const [name, move] = random.pick(moves);
    this.trail.push(`tab ${at + 1} ${name}, on ${tab.url().replace(/^https?:\/\/[^/]*/, "")}`);
    await move();
    await this.sandbox.faults([]);
    await this.check();
  }

  /** The next calls of one kind fail, or their responses are lost. */
  private async fault(): Promise<void> {
    const path = this.random.pick([
      "/api/store/products/purchase",
      "/api/store/order/capture",
      "/api/store/order/cancel",
      "/api/users/me/purchases",
    ]);
    const how = this.random.pick([
      { status: 500 },
      { status: 500, after: true },
      { mode: "close" as const, after: true },
      { mode: "close" as const },
    ]);
    await this.sandbox.faults([{ path, ...how, times: this.random.whole(1, 3), member: this.member.id }]);
    this.trail.push(`  ${path} ${JSON.stringify(how)}`);
  }

  private async open(tab: Page, id: number): Promise<void> {
    await leave(tab, () => tab.goto(paths.store.product(id), { waitUntil: "commit" }));
    await expect(tab.getByRole("button", { name: t("item.buy"), exact: true })).toBeVisible();
  }

  /** Presses the form of the item's page that the tab shows, which may be an old one. */
  private async press(tab: Page, twice = false): Promise<void> {
    const buy = tab.getByRole("button", { name: t("item.buy"), exact: true });
    if (await dialogOf(tab).isVisible()) return;
    if (!(await buy.isVisible())) await this.open(tab, this.random.pick([SORIA_ITEM, CARD_ITEM]));
    const id = Number(/products\/(\d+)/.exec(tab.url())?.[1]) as keyof typeof this.asked;
    const quantity = this.random.pick(["1", "1", "2"]);
    await tab.locator("input[name=quantity]").fill(quantity);
    await tab.getByRole("radio", { name: t(id === CARD_ITEM ? "item.card" : "item.balance") }).check();
    await tab.getByRole("checkbox", { name: t("item.confirm") }).check();
    const value = (name: string) => tab.locator(`form input[name=${name}]`).first().inputValue();
    this.asked[id].add(`${await value("key")} ${quantity} ${await value("price")}`);
    await (twice ? buy.dblclick() : buy.click());
    await answered(this.where(), tab, [dialogOf(tab)]);
  }

  /** The API cannot cancel, so that only the provider's word says that nothing was charged; then it charges. */
  private async giveUp(tab: Page): Promise<void> {
    if (!(await dialogOf(tab).isVisible())) {
      await this.open(tab, CARD_ITEM);
      await this.press(tab);
    }
    await this.pay(tab, "declined");
    const { transactions } = await this.books();
    const declined = transactions.findLast(({ status, intent }) => status === "CREATED" && intent !== null);
    if (!declined?.key) return;
    await this.sandbox.faults([{ path: "/api/store/order/cancel", status: 500, member: this.member.id }]);
    await this.lookAt(tab, declined.key);
    await this.cancel(tab);
    if ((await tab.getByText("You weren’t charged").count()) > 0) this.denied.add(declined.id);
    await this.chargeLate();
    if (this.random.chance(0.5)) await this.lookAt(tab, declined.key);
  }

  private async noteDenial(tab: Page): Promise<void> {
    const said = await statementOf(tab, (await this.books()).transactions);
    if (said?.tx && isDenial(said.heading)) this.denied.add(said.tx.id);
  }

  private async pay(tab: Page, given?: keyof typeof cards): Promise<void> {
    const enter = tab.getByRole("button", { name: t("complete.enterCard") });
    if (await enter.isVisible()) {
      await enter.click();
      await answered(this.where(), tab, [dialogOf(tab)]);
    }
    if (!(await dialogOf(tab).isVisible())) return;
    if (!(await dialogOf(tab).getByRole("button", { name: /^Pay / }).isVisible())) return;
    const card =
      given ?? this.random.pick(["good", "good", "declined", "noFunds", "secure", "slow"] as const);
    this.trail.push(`  with ${card}`);
    if (await cardForm(tab).getByLabel("Card number").isVisible()) await typeCard(tab, cards[card]);
    await pressPay(tab);
    const secret = this.secrets.get(tab);
    if (secret) this.sent.add(secret);
    const challenge = challengeOf(tab).getByRole("button", {
      name: this.random.chance(0.7) ? "Complete authentication" : "Fail authentication",
    });
    const isOver = async () =>
      (await dialogOf(tab).isHidden()) || (await dialogOf(tab).getByRole("alert").isVisible());
    await expect.poll(async () => (await isOver()) || (await challenge.isVisible())).toBe(true);
    if (await challenge.isVisible()) {
      await challenge.click();
      await expect.poll(isOver).toBe(true);
    }
    if (await dialogOf(tab).isHidden()) await answered(this.where(), tab);
  }

  private async close(at: number): Promise<void> {
    await (this.tabs[at] as Page).close();
    const next = await this.context.newPage();
    this.watch(next);
    this.tabs[at] = next;
  }

  private async look(tab: Page): Promise<void> {
    const { transactions } = await this.books();
    const keys = transactions.flatMap(({ key }) => key ?? []);
    if (keys.length > 0) await this.lookAt(tab, this.random.pick(keys));
  }

  private async lookAt(tab: Page, key: string): Promise<void> {
    await leave(tab, () => tab.goto(paths.store.purchase(key), { waitUntil: "commit" }));
    await expect(headingOf(tab)).toBeVisible();
    await this.keepMessages(tab);
  }

  private async cancel(tab: Page): Promise<void> {
    const drop = tab.getByRole("button", { name: t("complete.drop") });
    if (!(await drop.isVisible())) await this.look(tab);
    if (!(await drop.isVisible())) return;
    const response = tab.waitForResponse((response) => response.request().method() === "POST");
    await drop.click();
    await response;
    await expect(headingOf(tab)).toBeVisible();
  }

  private async chargeLate(): Promise<void> {
    if (this.sent.size > 0) await chargeCard(this.sandbox.origin, this.random.pick([...this.sent]));
  }

  private async giveBack(): Promise<void> {
    const { transactions } = await this.books();
    const paid = transactions.filter(({ status, taken }) => status === "CAPTURED" && taken >= 200);
    if (paid.length === 0) return;
    await this.sandbox.refund(this.random.pick(paid).id, this.random.chance(0.5) ? 100 : undefined);
  }

  private books(): Promise<Books> {
    return this.sandbox.books(this.member.id);
  }

  /** Checks what both tabs say. A page that is older than the books is loaded again. */
  private async check(): Promise<void> {
    await this.checkBooks();
    for (const tab of this.tabs) {
      if (!tab.url().startsWith("http")) continue;
      await this.keepMessages(tab);
      await this.noteDenial(tab);
      if ((await statementOf(tab, (await this.books()).transactions))?.wrong === undefined) continue;
      await leave(tab, () => tab.reload({ waitUntil: "commit" }));
      this.trail.push(`  a tab is loaded again`);
      await this.keepMessages(tab);
      const said = await statementOf(tab, (await this.books()).transactions);
      expect(said?.wrong, this.where()).toBeUndefined();
    }
  }

  private async checkBooks(): Promise<void> {
    const { transactions } = await this.books();
    for (const id of [SORIA_ITEM, CARD_ITEM] as const)
      expect(
        chargesOf(transactions, id),
        `${this.where()}charged more often than asked for`,
      ).toBeLessThanOrEqual(this.asked[id].size);
  }

  private async keepMessages(tab: Page): Promise<void> {
    const messages = tab.locator("[role=status], [role=alert]");
    this.messages += (await despiteNavigation(tab, () => messages.allInnerTexts())).join("\n");
  }

  /** Ends the walk: every purchase is looked at, and then nothing is open, and what was denied is corrected. */
  async end(): Promise<void> {
    this.trail.push("all is calm");
    const [tab] = this.tabs;
    for (const { key } of (await this.books()).transactions) if (key) await this.lookAt(tab, key);
    await this.check();
    const { transactions } = await this.books();
    const csv = await (await this.context.request.get(paths.myPage.purchasesCsv)).text();
    for (const tx of transactions) {
      expect(isHeld(tx), `${this.where()}charged, and not captured: ${tx.id}`).toBe(false);
      if (!isTaken(tx)) continue;
      if (this.denied.has(tx.id))
        expect(this.messages, `${this.where()}denied, charged, and not corrected: ${tx.id}`).toContain(
          "Correction",
        );
      const row = csv.split("\n").find((line) => line.includes(tx.id)) ?? "no row";
      expect(isSaidTaken(row), `${this.where()}the CSV says of ${tx.id}: ${row}`).toBe(true);
    }
  }
}
