import type { MadeMember, MemberOrder } from "#server/sandbox/switches/members";
import { type RunningSite, startSite } from "../../setup/site";
import { SandboxClient } from "../../setup/sandbox-client";
import { Client } from "./client";

/** A site under attack, its sandbox, and what both of them say about it. */
export class Target {
  readonly #clients: Client[] = [];

  private constructor(
    readonly running: RunningSite,
    readonly sandbox: SandboxClient,
  ) {}

  static async start(env: Record<string, string> = {}): Promise<Target> {
    const running = await startSite({ env });
    if (!running.sandbox) throw new Error("The sandbox has to run.");
    return new Target(running, new SandboxClient(running.sandbox.origin));
  }

  get origin(): string {
    return this.running.site.origin;
  }

  /** The log of the site so far. */
  get log(): string {
    return this.running.site.output();
  }

  client(fixed: Record<string, string> = {}): Client {
    const client = new Client(this.origin, fixed);
    this.#clients.push(client);
    return client;
  }

  /** A fresh member, signed in. */
  async member(order: MemberOrder = {}): Promise<{ client: Client; member: MadeMember & { email: string } }> {
    const member = await this.sandbox.makeMember(order);
    const client = this.client();
    await client.signIn(member.email);
    return { client, member };
  }

  /** The calls of the two APIs that `work` makes the sandbox receive. */
  async callsDuring(work: () => Promise<unknown>): Promise<Record<string, number>> {
    await fetch(`${this.sandbox.origin}/__calls`, { method: "DELETE" });
    await work();
    const { counts } = await this.sandbox.calls();
    return Object.fromEntries(
      Object.entries(counts).filter(([call]) => /^\w+ \/(?:api|order-service)\//.test(call)),
    );
  }

  async stop(): Promise<void> {
    for (const client of this.#clients) client.close();
    await this.running.stop();
  }
}
