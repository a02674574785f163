import { setTimeout as pause } from "node:timers/promises";
import { HttpMember } from "../kit/visitors/http-member";
import { SIGNATURE_FIELD } from "../kit/visitors/form-signatures";
import type { Member, SandboxClient } from "../kit/visitors/sandbox-client";

/** Results of the requests of one part of the run. */
export interface Tally {
  answered: number;
  /** 503 or 429 with Retry-After. */
  refused: number;
  /** Other error responses of the site or the proxy. */
  failed: number;
  /** GETs without a complete response. */
  lost: number;
  signedOut: number;
  posts: number;
  /** POSTs without a response. */
  unanswered: number;
  /** Unexpected responses, for the message of a failing test. */
  odd: string[];
}

const emptyTally = (): Tally => ({
  answered: 0,
  refused: 0,
  failed: 0,
  lost: 0,
  signedOut: 0,
  posts: 0,
  unanswered: 0,
  odd: [],
});

interface Someone {
  member: Member;
  browser: HttpMember;
  signature: string;
  /** Number of saves that were confirmed to the form. */
  done: number;
  /** Number of saves with an unknown outcome: the form got an error response or none. */
  unsure: number;
  busy: boolean;
}

/**
 * The X-Forwarded-For address that a balancer would send. Each guest has another one, because concurrency is limited
 * by address.
 */
const addressOf = (turn: number) => `10.${(turn >> 16) & 255}.${(turn >> 8) & 255}.${turn & 255}`;

const TIMEOUT_MS = 15_000;
const TICK_MS = 20;
/** Above this concurrency the machine cannot sustain the rate, and requests are skipped. */
const MOST_UNDER_WAY = 500;

/**
 * Returns a signal that aborts after the timeout. Its timer holds a reference to it, so that it cannot be garbage
 * collected, unlike the signal of AbortSignal.timeout.
 */
function inTime(): AbortSignal {
  const limit = new AbortController();
  setTimeout(() => limit.abort(new Error("no whole answer in time")), TIMEOUT_MS).unref();
  return limit.signal;
}

/** Sends requests at a steady rate: 70 % reads by guests, 20 % reads by members, 10 % members who save their name. */
export class Load {
  #tally = emptyTally();
  #running = true;
  readonly #under = new Set<Promise<void>>();
  readonly #members: Someone[] = [];
  #turn = 0;

  constructor(
    readonly origin: string,
    readonly sandbox: SandboxClient,
    readonly perSecond: number,
  ) {}

  async signIn(count: number): Promise<void> {
    for (let n = 0; n < count; n += 1) {
      const member = await this.sandbox.makeMember({});
      const browser = new HttpMember(this.origin);
      await browser.signIn(member.email, member.password);
      // Opens one page per member before the run starts. Its form must remain valid throughout.
      const signature = (await browser.signatureFor("/my-page/profile", "names")) ?? "";
      this.#members.push({ member, browser, signature, done: 0, unsure: 0, busy: false });
    }
  }

  start(): void {
    const began = performance.now();
    let sent = 0;
    void (async () => {
      while (this.#running) {
        const due = Math.floor(((performance.now() - began) / 1000) * this.perSecond);
        for (; sent < due; sent += 1) this.#send();
        await pause(TICK_MS);
      }
    })();
  }

  /** Runs one part and returns the results of its requests, including those in flight at its end. */
  async during(work: () => Promise<void>): Promise<Tally> {
    await this.#settled();
    this.#tally = emptyTally();
    await work();
    await this.#settled();
    return this.#tally;
  }

  async stop(): Promise<void> {
    this.#running = false;
    await this.#settled();
  }

  /** Returns how often names were saved, and the range that is possible according to the forms' responses. */
  async saved(): Promise<{ really: number; least: number; most: number }> {
    // Summed over all members: the sandbox drops single calls after some thousands, but keeps the counts.
    const { counts } = await this.sandbox.calls();
    const sum = (of: (someone: Someone) => number) => this.#members.reduce((all, one) => all + of(one), 0);
    const least = sum(({ done }) => done);
    const most = least + sum(({ unsure }) => unsure);
    return { really: counts["PATCH /api/users/me"] ?? 0, least, most };
  }

  async #settled(): Promise<void> {
    await Promise.all(this.#under);
  }

  #send(): void {
    if (this.#under.size >= MOST_UNDER_WAY) return;
    const turn = (this.#turn += 1);
    const idle = this.#members.filter(({ busy }) => !busy);
    const someone = turn % 10 < 3 ? idle[turn % idle.length] : undefined;
    const request = someone ? this.#ofMember(someone, turn) : this.#ofGuest(turn);
    const settled = request.finally(() => this.#under.delete(settled));
    this.#under.add(settled);
  }

  async #ofGuest(turn: number): Promise<void> {
    const path = ["/news", "/", "/support/faq", "/sign-in"][turn % 4] ?? "/";
    try {
      const headers = { "X-Forwarded-For": addressOf(turn) };
      const response = await fetch(this.origin + path, { headers, signal: inTime() });
      await response.text();
      this.#note(response.status, response.headers, path);
    } catch (error) {
      this.#tally.lost += 1;
      this.#tally.odd.push(`${path} ${String(error)}`);
    }
  }

  async #ofMember(someone: Someone, turn: number): Promise<void> {
    someone.busy = true;
    try {
      if (turn % 10 === 0) await this.#save(someone, turn);
      else await this.#read(someone);
    } finally {
      someone.busy = false;
    }
  }

  async #read({ browser }: Someone): Promise<void> {
    const path = "/my-page/profile";
    try {
      const { status, headers } = await browser.request(path, { signal: inTime() });
      if (status === 303) {
        this.#tally.signedOut += 1;
        this.#tally.odd.push(`${path} leads to ${headers.get("Location") ?? ""}`);
      } else this.#note(status, headers, path);
    } catch (error) {
      this.#tally.lost += 1;
      this.#tally.odd.push(`${path} ${String(error)}`);
    }
  }

  async #save(someone: Someone, turn: number): Promise<void> {
    this.#tally.posts += 1;
    // A new name each time: the site does not send an unchanged name to the API.
    const firstName = `Sora${[...String(turn)].map((digit) => "abcdefghij"[Number(digit)]).join("")}`;
    const fields = { intent: "names", firstName, lastName: "水野", [SIGNATURE_FIELD]: someone.signature };
    try {
      const { status, headers } = await someone.browser.request("/my-page/profile", {
        method: "POST",
        body: new URLSearchParams(fields),
        signal: inTime(),
      });
      const to = headers.get("Location") ?? "";
      if (status === 303 && to.startsWith("/sign-in")) {
        this.#tally.signedOut += 1;
        this.#tally.odd.push(`POST leads to ${to}`);
      } else if (status === 303) {
        someone.done += 1;
        this.#tally.answered += 1;
      } else {
        someone.unsure += 1;
        this.#note(status, headers, "POST");
      }
    } catch {
      // A POST may end without a response: the sender sees the failure and decides about a retry.
      someone.unsure += 1;
      this.#tally.unanswered += 1;
    }
  }

  #note(status: number, headers: Headers, what: string): void {
    if (status === 200) this.#tally.answered += 1;
    else if ((status === 503 || status === 429) && headers.has("Retry-After")) this.#tally.refused += 1;
    else {
      this.#tally.failed += 1;
      // Only the site's own responses have a request id.
      this.#tally.odd.push(`${what} ${status} of the ${headers.has("X-Request-Id") ? "site" : "proxy"}`);
    }
  }
}
