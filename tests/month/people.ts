/** The users of the two sites during the month, the records they leave, and the maximum lifetime of each record. */
import { expect } from "vitest";
import type { Random } from "#server/sandbox/seed/random";
import { RefusedError, SiteMember } from "../kit/visitors/site-member";
import { DAY_MS, HOUR_MS, type Store, type World } from "./world";

const MEMBER_LIFE_MS = 14 * DAY_MS;
const MEMBER_WHOLE_LIFE_MS = 30 * DAY_MS;
const WORK_LIFE_MS = DAY_MS;
/** A session is extended at most once a day. */
const PROLONGED_MS = DAY_MS + HOUR_MS;

/** One browser on one of the two sites. */
interface Person {
  site: SiteMember;
  store: Store;
  /** Time on the world's clock; undefined for a guest. */
  signedInAt: number | undefined;
  lastSeen: number;
  /** A request failed or is in progress, so the site may or may not hold a session record. */
  isUnsure: boolean;
  draft: { subject: string; at: number } | undefined;
}

export class People {
  #people: Person[] = [];
  /** Email addresses of all members who have ever signed in. The site may have a purchase record for each. */
  readonly #members: Record<Store, Set<string>> = { disk: new Set(), redis: new Set() };
  readonly #accounts: { email: string; password: string; store: Store }[] = [];
  readonly #sent: Record<Store, number[]> = { disk: [], redis: [] };
  readonly counts = { visits: 0, "sign-ups": 0, purchases: 0, inquiries: 0, refused: 0 };
  #item: number | undefined;

  constructor(
    private readonly world: World,
    private readonly random: Random,
  ) {}

  /**
   * Simulates one visit to a site. A visitor whose request is rejected leaves.
   * @returns false if the visit was rejected
   */
  async visit(store: Store): Promise<boolean> {
    this.counts.visits += 1;
    const person = this.random.chance(0.4) ? this.#returning(store) : this.#newcomer(store);
    const had = person.signedInAt;
    try {
      if (had !== undefined) await this.#comesBack(person, had);
      else await this.#comesFirst(person);
      person.lastSeen = this.world.clock.now();
      return true;
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      this.counts.refused += 1;
      person.isUnsure = true;
      return false;
    }
  }

  /** Returns the expected range of session records of a site now, and the maximum of its other records. */
  budget(store: Store): { sessions: [least: number, most: number]; sent: number; purchases: number } {
    const now = this.world.clock.now();
    this.#people = this.#people.filter(
      (person) => person.signedInAt !== undefined || now - person.lastSeen < MEMBER_LIFE_MS,
    );
    const here = this.#people.filter((person) => person.store === store);
    const isMember = (person: Person, slackMs: number) =>
      person.signedInAt !== undefined &&
      now - person.lastSeen < MEMBER_LIFE_MS - slackMs &&
      now - person.signedInAt < MEMBER_WHOLE_LIFE_MS - slackMs;
    const least = here.filter((person) => isMember(person, PROLONGED_MS)).length;
    const most = here.filter(
      (person) =>
        isMember(person, 0) ||
        // The session of a guest, or one whose tokens have expired, only holds form drafts.
        now - person.lastSeen < (person.isUnsure ? MEMBER_LIFE_MS : WORK_LIFE_MS),
    ).length;
    this.#sent[store] = this.#sent[store].filter((at) => now - at < DAY_MS);
    return { sessions: [least, most], sent: this.#sent[store].length, purchases: this.#members[store].size };
  }

  #newcomer(store: Store): Person {
    const email = `month-${this.counts.visits}-${this.random.whole(1, 1e9)}@soria.test`;
    return this.#browser(store, email);
  }

  #browser(store: Store, email: string, password?: string): Person {
    const site = new SiteMember(this.world.site(store).origin, this.world.api, email, password);
    const person = { site, store, signedInAt: undefined, lastSeen: 0, isUnsure: false, draft: undefined };
    person.lastSeen = this.world.clock.now();
    this.#people.push(person);
    return person;
  }

  #returning(store: Store): Person {
    const members = this.#people.filter((one) => one.store === store && one.signedInAt !== undefined);
    return members.length > 0 ? this.random.pick(members) : this.#newcomer(store);
  }

  /** A visit without a session: browses, starts a form, registers, or signs in on another device. */
  async #comesFirst(person: Person): Promise<void> {
    const accounts = this.#accounts.filter(({ store }) => store === person.store);
    switch (this.random.pick(["look", "begin", "draft", "sign-up", "sign-up", "device", "rich", "rich"])) {
      case "begin":
        await person.site.send(await person.site.open("/sign-up"), "sign-up-email", {
          intent: "send-code",
          email: person.site.email,
        });
        return;
      case "draft":
        return this.#draft(person);
      case "sign-up":
        await person.site.signUp();
        this.counts["sign-ups"] += 1;
        this.#accounts.push({
          email: person.site.email,
          password: person.site.password,
          store: person.store,
        });
        return this.#signIn(person);
      case "device": {
        if (accounts.length === 0) return;
        const { email, password } = this.random.pick(accounts);
        return this.#signIn(this.#browser(person.store, email, password));
      }
      case "rich": {
        const { email, password } = await this.world.api.makeMember({
          history: 5,
          balances: { soria: 1_000_000 },
        });
        const rich = this.#browser(person.store, email, password);
        await this.#signIn(rich);
        return this.#buy(rich);
      }
      default:
        for (const path of ["/", "/news", "/support/faq", "/dao"]) await person.site.open(path);
    }
  }

  async #signIn(person: Person): Promise<void> {
    person.isUnsure = true;
    this.#members[person.store].add(person.site.email);
    await person.site.signIn();
    person.isUnsure = false;
    person.signedInAt = this.world.clock.now();
    person.lastSeen = this.world.clock.now();
  }

  /** A visit of a signed-in member. Checks that the session is still valid or has ended, according to its age. */
  async #comesBack(person: Person, signedInAt: number): Promise<void> {
    const { site } = person;
    const now = this.world.clock.now();
    const [idle, whole] = [now - person.lastSeen, now - signedInAt];
    const isSignedIn = await site.isSignedIn();
    const what = `idle for ${days(idle)}, signed in ${days(whole)} ago`;
    if (idle >= MEMBER_LIFE_MS || whole >= MEMBER_WHOLE_LIFE_MS) expect(isSignedIn, what).toBe(false);
    else if (idle < MEMBER_LIFE_MS - PROLONGED_MS && whole < MEMBER_WHOLE_LIFE_MS - HOUR_MS)
      expect(isSignedIn, what).toBe(true);
    if (!isSignedIn) {
      person.signedInAt = undefined;
      return;
    }
    if (person.draft) {
      const hasEnded = now - person.draft.at >= HOUR_MS;
      expect(await site.hasDraft(person.draft.subject), `a draft of ${days(now - person.draft.at)}`).toBe(
        !hasEnded,
      );
      person.draft = undefined;
    }
    switch (this.random.pick(["read", "names", "buy", "inquire", "draft", "picture", "out"])) {
      case "names":
        return site.saveNames(this.random.pick([..."abcdefghijkl"]));
      case "buy":
        return this.#buy(person);
      case "inquire":
        this.#sent[person.store].push(now);
        await site.inquire(`month ${this.counts.inquiries}`);
        this.counts.inquiries += 1;
        return;
      case "draft":
        return this.#draft(person);
      case "picture":
        return site.leavePicture("month");
      case "out":
        await site.signOut();
        person.signedInAt = undefined;
        return;
      default:
        for (const path of ["/my-page/history", "/my-page/ecommerce-history", "/store/products"])
          await site.openOwn(path);
    }
  }

  async #draft(person: Person): Promise<void> {
    const subject = `draft ${this.random.whole(1, 1e9)}`;
    await person.site.leaveDraft(subject);
    person.draft = { subject, at: this.world.clock.now() };
    expect(await person.site.hasDraft(subject), "a draft of this moment").toBe(true);
  }

  async #buy(person: Person): Promise<void> {
    const { site, store } = person;
    // Members who registered themselves have an empty balance.
    if (site.email.startsWith("month-")) return void (await site.openOwn("/store/products"));
    this.#sent[store].push(this.world.clock.now());
    if (this.#item === undefined) this.#item = await site.buyAnything();
    else if ((await site.buy(this.#item)) !== undefined) return;
    this.counts.purchases += 1;
  }
}

const days = (ms: number) => `${(ms / DAY_MS).toFixed(1)} days`;
