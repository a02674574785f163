import { inject } from "vitest";
import type { MadeMember, MemberOrder } from "#server/sandbox/switches/members";
import { type RunningSite, startSite } from "../../kit/programs/site";
import { SandboxClient } from "../../kit/visitors/sandbox-client";
import { Client } from "./client";

/** A site under attack with its sandbox and its log. */
export class Target {
  readonly #clients: Client[] = [];

  private constructor(
    readonly origin: string,
    readonly sandbox: SandboxClient,
    readonly dataDir: string,
    private readonly own?: RunningSite,
  ) {}

  static async start(env: Record<string, string> = {}): Promise<Target> {
    const running = await startSite({ env });
    if (!running.sandbox) throw new Error("The sandbox has to run.");
    const sandbox = new SandboxClient(running.sandbox.origin);
    return new Target(running.site.origin, sandbox, running.dataDir, running);
  }

  /** Returns the site shared by all files (tests/kit/programs/served-site.ts), which keeps running. */
  static shared(): Target {
    const { origin, apiOrigin, dataDir } = inject("servedSite");
    return new Target(origin, new SandboxClient(apiOrigin), dataDir);
  }

  /**
   * Processes of the site.
   * @throws Error for the shared site, which other files use
   */
  get running(): RunningSite {
    if (!this.own) throw new Error("The shared site's processes are not this test's.");
    return this.own;
  }

  /** The site's log so far. */
  get log(): string {
    return this.running.site.output();
  }

  client(fixed: Record<string, string> = {}): Client {
    const client = new Client(this.origin, fixed);
    this.#clients.push(client);
    return client;
  }

  /** Creates and signs in a new member. */
  async member(order: MemberOrder = {}): Promise<{ client: Client; member: MadeMember & { email: string } }> {
    const member = await this.sandbox.makeMember(order);
    const client = this.client();
    await client.signIn(member.email);
    return { client, member };
  }

  /** Returns the numbers of calls of both APIs that the sandbox receives during the work. */
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
    await this.own?.stop();
  }
}
