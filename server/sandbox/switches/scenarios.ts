import { z } from "zod";
import { brandTexts } from "../../../app/domain/brand-text";
import { brand } from "../../runtime/brand";
import { sql } from "../database";
import type { Services } from "../services";
import { faultRule, type Faults, sentenceOf } from "./faults";
import scenarioData from "./scenarios.json";
import { settingsChange, type SettingsChange } from "./settings";

const scenarios = z.array(
  z
    .object({
      name: z.string().regex(/^[a-z-]+$/),
      title: z.string(),
      happens: z.string(),
      /** Steps on the site that show the effect. */
      look: z.string(),
      rules: z.array(faultRule).default([]),
      settings: settingsChange.strict().default({}),
    })
    .strict(),
);
type Scenario = z.infer<typeof scenarios>[number];

interface Before {
  settings: SettingsChange;
  prices: { id: number; amount: number; payment_type: string }[];
}

const ownerOf = (name: string) => `scenario:${name}`;
const itemsOf = ({ rules }: Scenario) => rules.flatMap(({ price }) => (price ? [price.item] : []));

/**
 * Plays the scenarios of scenarios.json. A scenario sets rules and settings, and its rules may change prices. Undoing
 * it restores the state before it.
 */
export class Scenarios {
  /** Validated at start: an invalid scenarios.json stops the sandbox. */
  private readonly all = scenarios.parse(brandTexts(scenarioData, "en", brand));
  private running = new Map<string, Before>();

  constructor(
    private readonly services: Services,
    private readonly faults: Faults,
  ) {}

  list() {
    return this.all.map((scenario) => ({
      ...scenario,
      sentences: scenario.rules.map(sentenceOf),
      isPlaying: this.running.has(scenario.name),
      /** Number of active rules; less than `rules` when some are used up. */
      rulesLeft: this.faults.entries().filter(({ owner }) => owner === ownerOf(scenario.name)).length,
    }));
  }

  /**
   * Plays or restarts a scenario; for one member its rules, but not its settings.
   *
   * @returns why it was not played: its name is unknown, or another active scenario (`by`) changes the same
   */
  play(name: string, member?: string): Promise<"unknown" | { by: string } | undefined> {
    return this.services.lock("scenarios", async () => {
      const wanted = this.all.find((one) => one.name === name);
      if (!wanted) return "unknown";
      await this.end(name);
      const by = this.all.find((other) => this.running.has(other.name) && overlap(wanted, other));
      if (by) return { by: by.title };
      const before = Object.entries(this.services.settings).filter(([key]) => key in wanted.settings);
      const prices = await this.services.db.all<Before["prices"][number]>(
        `SELECT id, amount, payment_type FROM products WHERE id IN (SELECT value FROM json_each(?))`,
        [JSON.stringify(itemsOf(wanted))],
      );
      this.running.set(name, { settings: Object.fromEntries(before), prices });
      await this.keep();
      Object.assign(this.services.settings, wanted.settings);
      const rules = wanted.rules.map((rule) => ({ ...rule, ...(member !== undefined && { member }) }));
      this.faults.replace(rules, ownerOf(name));
      return undefined;
    });
  }

  undo(name: string): Promise<void> {
    return this.services.lock("scenarios", () => this.end(name));
  }

  async undoAll(): Promise<void> {
    for (const name of this.running.keys()) await this.undo(name);
  }

  private async end(name: string): Promise<void> {
    const before = this.running.get(name);
    if (!before) return;
    this.faults.replace([], ownerOf(name));
    Object.assign(this.services.settings, before.settings);
    await this.restorePrices(before);
    this.running.delete(name);
    await this.keep();
  }

  /** Restores prices (kept in `meta`) after a restart. Rules and settings were in memory only. */
  async restoreAfterRestart(): Promise<void> {
    const stored = await this.services.db.keep("scenarios", () => "[]");
    for (const [, before] of JSON.parse(stored) as [string, Before][]) await this.restorePrices(before);
    await this.forget();
  }

  /** Forgets all playing scenarios after a reset, which has restored everything. */
  async forget(): Promise<void> {
    this.running = new Map();
    await this.keep();
  }

  private async restorePrices({ prices }: Before): Promise<void> {
    await this.services.db.atomically(
      prices.map(
        ({ id, amount, payment_type }) =>
          sql`UPDATE products SET amount = ${amount}, payment_type = ${payment_type} WHERE id = ${id}`,
      ),
    );
  }

  private async keep(): Promise<void> {
    const state = JSON.stringify([...this.running]);
    await this.services.db.run(sql`INSERT OR REPLACE INTO meta (name, value) VALUES ('scenarios', ${state})`);
  }
}

/** Returns whether two scenarios change the same setting or price. */
function overlap(one: Scenario, other: Scenario): boolean {
  const items = itemsOf(other);
  return (
    Object.keys(one.settings).some((key) => key in other.settings) ||
    itemsOf(one).some((item) => items.includes(item))
  );
}
