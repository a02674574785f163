import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { env } from "#server/config/env.server";
import { StoreUnavailable } from "#server/errors/store-unavailable";
import { forgetCounts, limit as countLimit, type RateLimitName } from "#server/limits/rate-limit.server";
import { MemoryCounter } from "#server/limits/window-counter";
import { log } from "#server/observe/log.server";

const request = new Request("http://localhost:3000/");
let addresses = 0;
const newAddress = () => `10.0.${Math.floor(addresses / 250)}.${(addresses++ % 250) + 1}`;

async function limit(...request: Parameters<typeof countLimit>) {
  const tooMany = await countLimit(...request);
  if (!tooMany) return { ok: true };
  expect(tooMany).toMatchObject({ message: expect.stringMatching(/^errors:http\.429\?/), status: 429 });
  return { ok: false, retryAfterSeconds: Number(tooMany.headers["Retry-After"]) };
}

const ask = (clientAddress: string | undefined, name: RateLimitName, email?: string) =>
  limit({ request, context: clientAddress ? { clientAddress } : {} }, name, { email });

async function allowedOf(times: number, name: RateLimitName, address = newAddress()): Promise<number> {
  let allowed = 0;
  for (let n = 0; n < times; n += 1) if ((await ask(address, name)).ok) allowed += 1;
  return allowed;
}

beforeEach(() => {
  vi.useFakeTimers({ now: Date.now(), toFake: ["Date"] });
  env().rateLimitFactor = 1;
});

describe("limits per address", () => {
  it.each<[RateLimitName, number]>([
    ["sign-in", 30],
    ["check-email", 60],
    ["request-code", 30],
    ["verify-code", 30],
    ["forgot-password", 30],
    ["reset-password", 30],
    ["attachment", 30],
    ["inquiry", 10],
    ["reply", 10],
  ])("%s: %i a minute", async (name, most) => {
    expect(await allowedOf(most + 5, name)).toBe(most);
  });

  it("a calendar: 60 a minute of all its readers, 30 an hour of each calendar", async () => {
    const read = (clientAddress: string, calendar: string) =>
      limit({ request, context: { clientAddress } }, "calendar", { calendar });
    const service = newAddress();
    const allowed = { first: 0, second: 0 };
    for (let n = 0; n < 40; n += 1)
      for (const name of ["first", "second"] as const) if ((await read(service, name)).ok) allowed[name] += 1;
    expect(allowed).toEqual({ first: 30, second: 30 });
    expect((await read(service, "third")).ok).toBe(false);
    expect((await read(newAddress(), "first")).ok).toBe(false);
    expect((await read(newAddress(), "third")).ok).toBe(true);
  });

  it("end with the minute, and say when", async () => {
    const address = newAddress();
    await allowedOf(10, "reply", address);
    vi.advanceTimersByTime(15_000);
    expect(await ask(address, "reply")).toEqual({ ok: false, retryAfterSeconds: 45 });
    vi.advanceTimersByTime(45_000);
    expect(await ask(address, "reply")).toEqual({ ok: true });
  });

  it("are counted for each address and each form alone", async () => {
    const address = newAddress();
    await allowedOf(10, "reply", address);
    expect((await ask(address, "reply")).ok).toBe(false);
    expect((await ask(address, "inquiry")).ok).toBe(true);
    expect((await ask(newAddress(), "reply")).ok).toBe(true);
  });

  it("take an IPv6 network for one visitor", async () => {
    for (let n = 0; n < 10; n += 1) await ask(`2001:db8:0:a::${n}`, "reply");
    expect((await ask("2001:db8:0:a:1:2:3:4", "reply")).ok).toBe(false);
    expect((await ask("2001:db8:1:a::1", "reply")).ok).toBe(true);
  });

  it("are off where the address is not known", async () => {
    for (let n = 0; n < 40; n += 1) expect((await ask(undefined, "sign-in")).ok).toBe(true);
  });
});

describe("limits per e-mail", () => {
  it.each<RateLimitName>(["request-code", "verify-code", "forgot-password", "reset-password"])(
    "%s: 10 an hour from one address, in whatever case; nobody else is locked out",
    async (name) => {
      const email = `one@${name}.test`;
      const address = newAddress();
      for (let n = 0; n < 10; n += 1) {
        const written = n % 2 ? ` ${email.toUpperCase()}` : email;
        expect((await ask(address, name, written)).ok).toBe(true);
      }
      expect(await ask(address, name, email)).toEqual({ ok: false, retryAfterSeconds: 3600 });
      expect((await ask(newAddress(), name, email)).ok).toBe(true);
      expect((await ask(address, name, `other@${name}.test`)).ok).toBe(true);
      vi.advanceTimersByTime(3_600_000);
      expect((await ask(address, name, email)).ok).toBe(true);
    },
  );

  it("where no address is known, the e-mail address alone is counted", async () => {
    for (let n = 0; n < 10; n += 1) expect((await ask(undefined, "verify-code", "a@b.test")).ok).toBe(true);
    expect((await ask(undefined, "verify-code", "a@b.test")).ok).toBe(false);
  });

  it.each<RateLimitName>(["request-code", "forgot-password"])(
    "%s: 100 mails an hour to one mailbox from all together; who waits for a code gets it again",
    async (name) => {
      const email = `box@${name}.test`;
      for (let n = 0; n < 100; n += 1) expect((await ask(newAddress(), name, email)).ok).toBe(true);
      expect((await ask(newAddress(), name, email)).ok).toBe(false);
      const context = { clientAddress: newAddress() };
      expect((await limit({ request, context }, name, { email, hasAsked: true })).ok).toBe(true);
    },
  );

  it("do not count for sign-in: nobody can be locked out by others", async () => {
    for (let n = 0; n < 50; n += 1) {
      expect((await ask(newAddress(), "sign-in", "victim@soria.test")).ok).toBe(true);
    }
  });
});

describe("RATE_LIMIT_FACTOR", () => {
  it("multiplies", async () => {
    env().rateLimitFactor = 0.5;
    expect(await allowedOf(20, "reply")).toBe(5);
    env().rateLimitFactor = 2;
    expect(await allowedOf(30, "reply")).toBe(20);
    env().rateLimitFactor = 0.001;
    expect(await allowedOf(5, "reply")).toBe(1);
  });

  it("a factor of 0 turns the limits off", async () => {
    env().rateLimitFactor = 0;
    expect(await allowedOf(100, "reply")).toBe(100);
  });
});

it("pictures: 100 an hour from one address, however slowly", async () => {
  const address = newAddress();
  let allowed = 0;
  for (let minute = 0; minute < 5; minute += 1) {
    allowed += await allowedOf(25, "attachment", address);
    vi.advanceTimersByTime(60_000);
  }
  expect(allowed).toBe(100);
});

it("old passwords: 10 an hour for a member from one address, and no limit without a member", async () => {
  const change = (clientAddress: string, member?: number) =>
    limit({ request, context: { clientAddress } }, "change-password", { member });
  const [one, other] = [newAddress(), newAddress()];
  for (let n = 0; n < 10; n += 1) expect((await change(one, 7)).ok).toBe(true);
  expect(await change(one, 7)).toEqual({ ok: false, retryAfterSeconds: 3600 });
  expect((await change(one, 8)).ok).toBe(true);
  expect((await change(other, 7)).ok).toBe(true);
  for (let n = 0; n < 11; n += 1) expect((await change(other)).ok).toBe(true);
});

describe("a counter that processes share", () => {
  /** Fails while it is told to. */
  class Shaky extends MemoryCounter {
    error: Error | undefined;
    override hit(...parts: Parameters<MemoryCounter["hit"]>) {
      if (this.error) throw this.error;
      return super.hit(...parts);
    }
  }
  const start = () => {
    const counter = new Shaky();
    forgetCounts(counter);
    return {
      counter,
      info: vi.spyOn(log, "info").mockReturnValue(undefined),
      error: vi.spyOn(log, "error").mockReturnValue(undefined),
    };
  };
  afterEach(() => forgetCounts());

  it("counts for all, and logs nothing but what was refused", async () => {
    const { info, error } = start();
    expect(await allowedOf(12, "reply")).toBe(10);
    const event = [{ security: "limit-passed", what: "reply" }, "security"];
    expect([info.mock.calls, error.mock.calls]).toEqual([[event, event], []]);
  });

  it("is stood in for while it is down: one line when that begins, one when it ends", async () => {
    const { counter, info, error } = start();
    counter.error = new StoreUnavailable("ECONNREFUSED");
    expect(await allowedOf(12, "reply")).toBe(10);
    expect(error.mock.calls).toEqual([
      [{ reason: "ECONNREFUSED" }, "the rate limits cannot count together; each process counts for itself"],
    ]);
    counter.error = undefined;
    await allowedOf(3, "reply");
    expect(info.mock.calls.filter(([first]) => typeof first === "string")).toEqual([
      ["the rate limits count together again"],
    ]);
    counter.error = new StoreUnavailable("again");
    await allowedOf(1, "reply");
    expect(error).toHaveBeenCalledTimes(2);
  });

  it("that fails by a fault of ours fails the request", async () => {
    const { counter, error } = start();
    counter.error = new TypeError("a fault of ours");
    await expect(ask(newAddress(), "reply")).rejects.toBe(counter.error);
    expect(error).not.toHaveBeenCalled();
  });
});

it("warns once where visitors' addresses are not known", async () => {
  forgetCounts();
  const warn = vi.spyOn(log, "warn").mockReturnValue(undefined);
  await ask(undefined, "reply");
  expect(warn).toHaveBeenCalledTimes(1);
  await ask(undefined, "reply");
  await ask(undefined, "reply");
  expect(warn).toHaveBeenCalledTimes(1);
  expect(warn.mock.calls[0]?.[0]).toContain("the limits per address are off");
});
