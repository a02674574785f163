import { createSandbox, type Sandbox } from "#server/sandbox/sandbox";
import { makeMember, memberOrder, type MadeMember } from "#server/sandbox/switches/members";
import type { Options } from "../../../conform/options";
import type { Env } from "../../../conform/env";
import { conform, type Report } from "../../../conform/runner";

const ORIGIN = "http://sandbox.test";
/** The public development key 1 of Ethereum tools. In the sandbox, its address is a member with a pass. */
const WALLET_KEY = "0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d";

/** A proxy between the kit and the sandbox. It may change the request or the response, or respond itself. */
export type Proxy = (request: Request, next: (request: Request) => Promise<Response>) => Promise<Response>;

/** An in-process sandbox with its own clock, and the data that the kit's steps need. */
export class ConformSandbox {
  private constructor(
    readonly sandbox: Sandbox,
    readonly clock: { now: number },
    readonly member: MadeMember,
    readonly other: MadeMember,
    /** The ids of items priced in Soria and in US dollars. */
    readonly items: { soria: number; usd: number },
  ) {}

  static async open(): Promise<ConformSandbox> {
    const clock = { now: Date.parse("2026-11-20T03:00:00Z") };
    const started = performance.now();
    const now = () => Math.floor(clock.now + performance.now() - started);
    const sandbox = await createSandbox({ dataDir: ":memory:", origin: ORIGIN, now });
    const { services } = sandbox;
    const make = async (firstName: string) => {
      const balances = { soria: 50_000, soriaPlus: 5000, point: 5000 };
      const inquiries = Array.from({ length: 7 }, (_, n) => ({ daysAgo: n + 1 }));
      const order = memberOrder.parse({ firstName, balances, history: 60, orders: 8, inquiries });
      const member = await makeMember(services, order);
      if (!member) throw new Error("the member could not be made");
      return member;
    };
    // An item with a fractional price, which no site sells, for money M8.2.
    await services.db.run(
      "INSERT INTO products (slug, name, payment_type, amount, image, story) SELECT 'fraction', name, 'SORIA', 1050, image, story FROM products LIMIT 1",
      [],
    );
    const idOf = async (type: string) => {
      const sql =
        "SELECT id FROM products WHERE payment_type = ? AND amount % 100 = 0 AND amount > 0 ORDER BY amount LIMIT 1";
      return (await services.db.one<{ id: number }>(sql, [type]))?.id ?? 0;
    };
    const items = { soria: await idOf("SORIA"), usd: await idOf("USD") };
    return new ConformSandbox(sandbox, clock, await make("灯"), await make("Kei"), items);
  }

  /** Returns the kit's options, by default with every permission. */
  options(more: Partial<Options> = {}): Options {
    const { member, other, items } = this;
    return {
      url: `${ORIGIN}/api`,
      orders: `${ORIGIN}/order-service`,
      provider: `${ORIGIN}/stripe`,
      email: member.email ?? "",
      password: member.password,
      second: { email: other.email ?? "", password: other.password },
      walletKey: WALLET_KEY,
      site: "http://localhost:3000",
      destructive: true,
      buy: [items.soria, items.usd],
      mail: `${ORIGIN}/mailbox.json`,
      rules: [],
      seconds: 100 * 24 * 60 * 60,
      strict: false,
      ...more,
    };
  }

  /** Returns options without any permission. */
  bare(more: Partial<Options> = {}): Options {
    return {
      url: `${ORIGIN}/api`,
      site: "http://localhost:3000",
      destructive: false,
      buy: [],
      rules: [],
      seconds: 0,
      strict: false,
      ...more,
    };
  }

  /** Runs the kit against the sandbox behind a proxy. Waiting advances the sandbox's clock. */
  run(options = this.options(), proxy: Proxy = (request, next) => next(request)): Promise<Report> {
    const next = (request: Request) => this.sandbox.fetch(request);
    const env: Env = {
      now: this.sandbox.services.now,
      wait: (ms) => {
        this.clock.now += ms;
        return Promise.resolve();
      },
      // Uses the sandbox's clock, so that only a proxy's delays count and not a slow machine.
      elapsed: () => this.clock.now,
      patience: 10,
      signal: new AbortController().signal,
      fetch: (request) => proxy(request, next),
    };
    return conform(options, env);
  }

  close = () => this.sandbox.close();
}
