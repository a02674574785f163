import { randomBytes } from "node:crypto";
import type { Client, Parts } from "./client";
import { sourceOf, type CallSpec, type Contract } from "./contract";
import { kindOf, type Findings, type Kind } from "./findings";
import type { Judge, Outcome } from "./judge";
import type { Mask } from "./mask";
import { MOST_PURCHASES, MOST_SILENCE, NoVerdict, PurchaseLimit, type Env } from "./env";
import type { Options } from "./options";
import { sessionOf, type Session } from "./session";

/** A precondition of a step: an account, a permission, a service or waiting time. */
export type Need =
  | "member"
  | "second"
  | "destructive"
  | "buy"
  | "orders"
  | "provider"
  | "mail"
  | "wallet"
  | { seconds: number };

export interface Step {
  id: string;
  needs: Need[];
  /** Rules that this step checks, in addition to the response rules of its calls. */
  rules: (contract: Contract) => string[];
  run: (run: Run) => Promise<void>;
}

export type { Session };

type Place = { path: string; found: unknown; wanted: string; source?: string; kind?: Kind; instead?: string };

/** One run against an API: the state that the steps share. */
export class Run {
  readonly started: number;
  readonly sessions: Session[] = [];
  /** Values that one step stores for a later one, by name. */
  readonly notes = new Map<string, unknown>();
  purchases = 0;
  /** The id of the newest call, for findings about a step that failed. */
  lastCall: string | undefined;
  readonly times = new Map<string, number[]>();
  #silent = 0;
  readonly #absent = new Set<string>();
  #member: Promise<Session> | undefined;
  #second: Promise<Session> | undefined;

  constructor(
    readonly contract: Contract,
    readonly options: Options,
    readonly env: Env,
    readonly client: Client,
    readonly judge: Judge,
    readonly findings: Findings,
    readonly mask: Mask,
  ) {
    this.started = env.now();
  }

  /**
   * Sends a call and checks the response. Adds the member's token where the call takes one, unless `parts` has a
   * `token` (undefined sends none).
   *
   * @throws NoVerdict after three consecutive calls without a response
   */
  async call(id: string, parts: Parts = {}): Promise<Outcome> {
    this.lastCall = id;
    const call = this.contract.call(id);
    const token = "token" in parts ? parts.token : await this.#tokenFor(call);
    const response = await this.client.send(call, { ...parts, token });
    this.#silent = response.error === "timeout" || response.error === "connection" ? this.#silent + 1 : 0;
    const outcome = this.judge.look(call, response);
    this.times.set(id, [...(this.times.get(id) ?? []), response.ms]);
    if (this.#silent >= MOST_SILENCE)
      throw new NoVerdict(`the API does not answer any more (${response.reason ?? response.error})`);
    return outcome;
  }

  async #tokenFor({ auth }: CallSpec): Promise<string | undefined> {
    if (auth === "none") return undefined;
    const session = await this.member();
    return auth === "refresh"
      ? session.refreshToken
      : auth === "ec"
        ? session.ecAccessToken
        : session.accessToken;
  }

  /**
   * Sends a call that must succeed.
   *
   * @returns the data; undefined when it does not succeed, which is recorded as a finding
   */
  async ok<T = Record<string, unknown>>(
    id: string,
    parts: Parts = {},
    rule = `${id} answer`,
  ): Promise<T | undefined> {
    const outcome = await this.call(id, parts);
    if (outcome.kind === "success") {
      this.findings.try(rule);
      return outcome.data as T;
    }
    if (outcome.kind === "refusal" && !(this.#absent.has(id) && outcome.response.status >= 400)) {
      const call = this.contract.call(id);
      this.fault(rule, id, {
        path: "envelope",
        found: this.describe(outcome),
        wanted: "success",
        kind: kindOf(call.basis),
      });
    } else this.findings.try(rule);
    return undefined;
  }

  /** Returns whether `absent` has recorded this call. */
  isAbsent = (id: string): boolean => this.#absent.has(id);

  /** Records that the API does not have this call. Later refusals of the call are not reported again. */
  absent(id: string, found: string): void {
    this.#absent.add(id);
    const { basis } = this.contract.call(id);
    const wanted = "the call; without a token HTTP 401";
    this.fault(`${id} answer`, id, {
      path: "status",
      found: `not there: ${found}`,
      wanted,
      kind: kindOf(basis),
    });
  }

  /** Describes an outcome: `refusal, HTTP 200 with result 8005`. */
  describe({ kind, response, ...rest }: Outcome): string {
    if (response.error) return response.error;
    const code =
      kind === "refusal" && "code" in rest
        ? ` with ${typeof rest.code === "string" ? "message" : "result"} ${rest.code}`
        : "";
    return `${kind === "success" ? "success" : "refusal"}, HTTP ${response.status}${code}`;
  }

  /** Marks a rule as tried, adds a finding when it does not hold, and returns `holds`. */
  check(rule: string, id: string, holds: boolean, place: Place): boolean {
    this.findings.try(rule);
    if (!holds) this.fault(rule, id, place);
    return holds;
  }

  fault(rule: string, id: string, { path, found, wanted, source, kind = "fail", instead }: Place): void {
    const call = this.contract.calls.find((one) => one.id === id);
    this.findings.add({
      kind,
      rule,
      call: id,
      path,
      found: typeof found === "string" ? this.mask.text(found) : this.mask.show(found, path),
      wanted,
      source:
        source ??
        (/^M\d/.test(rule)
          ? `money.md ${rule.slice(1).split(".")[0]}`
          : call
            ? sourceOf(call)
            : "connecting-your-api.md"),
      ...(instead !== undefined && { instead }),
    });
  }

  /** Checks that a call was refused, with one of `codes` if they are given, and returns whether it was. */
  refused(
    rule: string,
    id: string,
    outcome: Outcome,
    place: {
      what: string;
      path?: string;
      codes?: (number | string)[];
      statuses?: number[];
      kind?: Kind;
      instead?: string;
    },
  ): boolean {
    const { what, path = "envelope", codes, statuses, ...rest } = place;
    this.findings.try(rule);
    const wanted = codes
      ? `refused with ${codes.join(" or ")}${statuses ? `, HTTP ${statuses.join(" or ")}` : ""}`
      : "must be refused";
    if (outcome.kind === "broken") return false;
    if (outcome.kind === "success") {
      this.fault(rule, id, { path, found: `${what} → success`, wanted, ...rest });
      return false;
    }
    const { status } = outcome.response;
    const isRight =
      codes === undefined
        ? status < 500
        : codes.includes(outcome.code) && (statuses === undefined || statuses.includes(status));
    return this.check(rule, id, isRight, {
      path,
      found: `${what} → ${this.describe(outcome)}`,
      wanted,
      ...rest,
    });
  }

  async signIn(email: string, password: string): Promise<Session> {
    this.mask.add(password, "password");
    const outcome = await this.call("auth.signIn", {
      body: { email, password, language: "EN", platform: "WEB" },
    });
    if (outcome.kind !== "success") throw new NoVerdict(`sign-in fails: ${this.describe(outcome)}`);
    return this.keep(email, outcome.data);
  }

  /** Records a session from a sign-in or a refresh, so that its tokens are masked and signed out at the end. */
  keep(email: string, data: unknown): Session {
    const session = sessionOf(email, data);
    this.mask.add(session.accessToken, "access");
    this.mask.add(session.refreshToken, "refresh");
    this.mask.add(session.ecAccessToken, "ec");
    this.sessions.push(session);
    return session;
  }

  /** Returns the session of the configured account. Signs in on first use, and again when `anew`. */
  member(anew = false): Promise<Session> {
    const { email = "", password = "" } = this.options;
    if (anew) this.#member = undefined;
    return (this.#member ??= this.signIn(email, password));
  }

  /** Returns the session of the second account in `--config`. Signs in on first use, and again when `anew`. */
  second(anew = false): Promise<Session> {
    const { email = "", password = "" } = this.options.second ?? {};
    if (anew) this.#second = undefined;
    return (this.#second ??= this.signIn(email, password));
  }

  /** Returns a new idempotency key in the format of M2.1. */
  key = () => `conform-${randomBytes(12).toString("hex")}`;

  /** Returns a random e-mail address that has no account. */
  address = () => {
    const [name = "conform", domain = "example.com"] = (
      this.options.mailAddress ?? "conform@example.com"
    ).split("@");
    return `${name}+${randomBytes(6).toString("hex")}@${domain}`;
  };

  /** Counts a purchase against the limit and lists it in the report. */
  bought(what: string): void {
    this.purchases += 1;
    this.findings.made.push(what);
  }

  /**
   * Checks the purchase limit. Call before each request that may charge.
   *
   * @returns how many purchases are left, at least 1
   * @throws PurchaseLimit after ten purchases
   */
  mayBuy(): number {
    const left = MOST_PURCHASES - this.purchases;
    if (left <= 0) throw new PurchaseLimit(`${MOST_PURCHASES} purchases were made`);
    return left;
  }

  /** Returns the option that a need lacks; undefined when the need is met. */
  lacks(need: Need): string | undefined {
    const { options } = this;
    if (typeof need === "object")
      return options.seconds >= need.seconds ? undefined : `--seconds ${need.seconds}`;
    const given: Record<Exclude<Need, object>, [boolean, string]> = {
      member: [Boolean(options.email && options.password), "--email and --password"],
      second: [options.second !== undefined, "a second account in --config"],
      destructive: [options.destructive, "--destructive"],
      buy: [options.destructive && options.buy.length > 0, "--destructive --buy ID"],
      orders: [this.client.has("order"), "--orders URL"],
      provider: [options.provider !== undefined, "--provider URL"],
      mail: [options.mail !== undefined, "--mail URL"],
      wallet: [options.walletKey !== undefined, "--wallet-key"],
    };
    const [isGiven, name] = given[need];
    return isGiven ? undefined : name;
  }
}
