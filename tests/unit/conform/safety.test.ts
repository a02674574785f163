import { createServer, type Server, type ServerResponse } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { readOptions, UsageError } from "../../../conform/options";
import { conform, exitCodeOf } from "../../../conform/runner";
import { closed, listening } from "../../kit/programs/listening";
import { ConformSandbox } from "./sandbox";

/** Dumps the sandbox's database, except wallet nonces, the key epoch and view counts, which a guest may change. */
async function contentOf({ sandbox }: ConformSandbox): Promise<string> {
  const { db } = sandbox.services;
  const tables = await db.all<{ name: string }>(
    "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name",
    [],
  );
  const parts = [];
  for (const { name } of tables) {
    if (/^(wallet_nonces|key_epoch|sqlite_)/.test(name)) continue;
    const rows = await db.all<Record<string, unknown>>(`SELECT * FROM ${name}`, []);
    parts.push(name, JSON.stringify(name === "news" ? rows.map(({ views: _, ...row }) => row) : rows));
  }
  return parts.join("\n");
}

describe("a run without rights", () => {
  it("makes no call that changes anything", async () => {
    const of = await ConformSandbox.open();
    const before = await contentOf(of);
    const report = await of.run(of.bare());
    const after = await contentOf(of);
    const log = (await (await of.sandbox.fetch(new Request("http://sandbox.test/__calls"))).json()) as {
      calls: { method: string; path: string; status: number }[];
    };
    await of.close();
    expect(report.requests).toBeGreaterThan(100);
    expect(after === before).toBe(true);
    const carriedOut = log.calls.filter(
      ({ method, path, status }) => method !== "GET" && path !== "/api/auth/check-email" && status < 300,
    );
    // Rejections also have HTTP status 200. Only rejections of made-up values may be left.
    const paths = new Set(carriedOut.map(({ path }) => path));
    expect(
      [...paths].filter(
        (path) =>
          !/^\/api\/auth\/(sign-in|verify-code|token|forgot-password|reset-password|wallet\/sign-in)$/.test(
            path,
          ),
      ),
    ).toEqual([]);
    for (const reason of ["needs --email and --password", "needs --destructive"]) {
      expect([...report.findings.untried.values()].some((one) => one.startsWith(reason))).toBe(true);
    }
  });

  it("with an account, reads and refuses, and leaves the member and their money as they were", async () => {
    const of = await ConformSandbox.open();
    const member = () => of.sandbox.services.db.all("SELECT * FROM members WHERE id = ?", [of.member.id]);
    const before = await member();
    const report = await of.run({
      ...of.options({ destructive: false, buy: [] }),
      mail: "http://sandbox.test/mailbox.json",
    });
    const sessions = await of.sandbox.services.db.all("SELECT * FROM sessions WHERE member_id = ?", [
      of.member.id,
    ]);
    expect(await member()).toEqual(before);
    await of.close();
    expect(report.findings.made).toEqual([]);
    expect(sessions.length).toBeLessThan(10);
  });
});

describe("an API that carries out whatever it is asked", () => {
  /** Counts the requests that it charges for. */
  const chargesOf = async (rule: string): Promise<[number, string | undefined]> => {
    const of = await ConformSandbox.open();
    let charges = 0;
    const charged = (data: object) => {
      charges += 1;
      return Response.json({ result: 1, message: "SUCCESS", data });
    };
    const report = await of.run(of.options({ rules: [rule] }), (request, next) => {
      const at = new Date().toISOString();
      const price = { amount: 100, currency: "SORIA", createdAt: at, capturedAt: at };
      switch (new URL(request.url).pathname) {
        case "/api/store/products/purchase":
          return Promise.resolve(
            charged({ transactionId: `T-${charges}`, clientSecret: null, status: "CAPTURED", ...price }),
          );
        case "/api/paypal/orders":
          return Promise.resolve(Response.json({ result: 1, message: "SUCCESS", data: { orderId: "PP-1" } }));
        case "/api/paypal/orders/capture":
          return Promise.resolve(charged({ orderId: "PP-1", status: "CAPTURED" }));
        default:
          return next(request);
      }
    });
    await of.close();
    return [charges, report.ended?.kind];
  };

  it.each([
    ["malformed keys and ten requests at once", "money"],
    ["malformed bodies of a purchase", "store.purchase body"],
    ["malformed bodies of a PayPal capture", "paypal.captureOrder body"],
  ])("charges ten times at most: %s", async (_, rule) => {
    expect(await chargesOf(rule)).toEqual([10, "stopped"]);
  });
});

describe("the history", () => {
  it("is never asked for a day after today [users.history to]", async () => {
    const of = await ConformSandbox.open();
    // Requests without a token have the example of the contract, which is of 2026-11-23.
    of.clock.now += 10 * 24 * 60 * 60_000;
    const asked: string[] = [];
    await of.run(of.options({ destructive: false, buy: [], rules: ["users.history"] }), (request, next) => {
      const { pathname, searchParams } = new URL(request.url);
      if (pathname === "/api/users/me/history") asked.push(searchParams.get("to") ?? "");
      return next(request);
    });
    const today = new Date(of.clock.now + 9 * 60 * 60_000).toISOString().slice(0, 10);
    await of.close();
    const days = asked.filter((to) => /^\d{4}-\d\d-\d\d$/.test(to));
    expect(days).toContain(today);
    expect(days.filter((to) => to > today)).toEqual([]);
  });
});

describe("servers that are no API", () => {
  const servers: Server[] = [];
  afterEach(() => Promise.all(servers.splice(0).map(closed)));

  const verdictOn = async (respond: Parameters<typeof createServer>[1]) => {
    const server = createServer({}, respond as never);
    servers.push(server);
    const url = `${await listening(server)}/api`;
    let requests = 0;
    const report = await conform(
      {
        url,
        site: "http://localhost:3000",
        destructive: false,
        buy: [],
        rules: [],
        seconds: 0,
        strict: false,
        email: "a@example.com",
        password: "conform-1!",
      },
      {
        now: () => Date.now(),
        elapsed: () => performance.now(),
        patience: 2,
        wait: () => Promise.resolve(),
        signal: new AbortController().signal,
        fetch: (request) => {
          requests += 1;
          return fetch(request);
        },
      },
    );
    // The kit gives up on such an API instead of asking it for everything.
    expect(requests).toBeLessThanOrEqual(300);
    return exitCodeOf(report);
  };

  it.each([
    [
      "200 and {}",
      (_: unknown, response: ServerResponse) =>
        response.setHeader("Content-Type", "application/json").end("{}"),
      [1, 2],
    ],
    ["404", (_: unknown, response: ServerResponse) => response.writeHead(404).end(), [1, 2]],
    [
      "a redirect",
      (_: unknown, response: ServerResponse) => response.writeHead(302, { Location: "/elsewhere" }).end(),
      [1, 2],
    ],
    ["silence", () => undefined, [2]],
  ] as const)(
    "%s: ends after at most 300 requests, without a verdict or with failures",
    async (_, respond, codes) => {
      expect(codes).toContain(await verdictOn(respond as never));
    },
  );
});

describe("options", () => {
  it.each([
    [["no-address"], /no http address/],
    [["http://a.test", "--buy", "7"], /needs --destructive/],
    [["http://a.test", "--destructive", "--buy", "x"], /list of item ids/],
    [["http://a.test", "--provider-key", "pk_live_1"], /test mode/],
    [["http://a.test", "--unknown"], /unknown/i],
    [["http://user:word@a.test"], /must not hold a password/],
    [[], /One address/],
  ])("%j is refused", (args, message) => {
    expect(() => readOptions(args, {})).toThrow(UsageError);
    expect(() => readOptions(args, {})).toThrow(message);
  });

  it("takes the account from the environment", () => {
    const options = readOptions(["http://a.test/api/"], {
      CONFORM_EMAIL: "a@b.test",
      CONFORM_PASSWORD: "word",
    });
    expect(options).toMatchObject({
      url: "http://a.test/api",
      email: "a@b.test",
      password: "word",
      destructive: false,
      buy: [],
    });
  });
});
