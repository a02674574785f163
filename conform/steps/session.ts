import { privateKeyToAccount } from "viem/accounts";
import { tryMutations } from "../mutations";
import type { Run, Session, Step } from "../run";
import { requestRules } from "./guest";

const credentials = ({ options: { email = "", password = "" } }: Run) => ({
  email,
  password,
  language: "EN",
  platform: "WEB",
});

/** Checks sign-in with right and wrong passwords, then every invalid request. */
export const signIn: Step = {
  id: "sign-in",
  needs: ["member"],
  rules: (contract) => ["auth.signIn failed_count", ...requestRules("auth.signIn")(contract)],
  async run(run) {
    await run.member();
    const wrong = () =>
      run.call("auth.signIn", { body: { ...credentials(run), password: "conform-wrong-1!" } });
    // A successful sign-in resets the failure count, so that the account is never locked.
    for (const time of ["the first", "after a right one"]) {
      const outcome = await wrong();
      run.refused("auth.signIn failed_count", "auth.signIn", outcome, {
        what: "a wrong password",
        codes: [1200],
      });
      const count =
        outcome.kind === "refusal"
          ? (outcome.data as { failed_count?: unknown } | null)?.failed_count
          : undefined;
      if (outcome.kind === "refusal" && outcome.code === 1200) {
        run.check("auth.signIn failed_count", "auth.signIn", count === 1, {
          path: "data.failed_count",
          found: count ?? "nothing",
          wanted: `1 for ${time} wrong password`,
        });
      }
      await run
        .ok("auth.signIn", { body: credentials(run) })
        .then((data) => data && run.keep(run.options.email ?? "", data));
    }
    await tryMutations(
      run,
      "auth.signIn",
      () => ({ body: credentials(run) }),
      (data) => void run.keep(run.options.email ?? "", data),
      ({ path }) => path !== "body.password",
    );
    await tryMutations(
      run,
      "auth.signIn",
      async () => {
        await run
          .ok("auth.signIn", { body: credentials(run) })
          .then((data) => data && run.keep(run.options.email ?? "", data));
        return { body: credentials(run) };
      },
      undefined,
      ({ path }) => path === "body.password",
    );
    await run
      .ok("auth.signIn", { body: credentials(run) })
      .then((data) => data && run.keep(run.options.email ?? "", data));
  },
};

/** Returns the seconds until a token expires, from its `exp`; undefined when `exp` cannot be read. */
function lifeOf(token: string, now: number): number | undefined {
  try {
    const { exp } = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as {
      exp?: unknown;
    };
    return typeof exp === "number" ? exp - now / 1000 : undefined;
  } catch {
    return undefined;
  }
}

const isUnauthorized = (status: number) => status === 401;

/** Returns whether users.me accepts a token. */
const opens = async (run: Run, token: string) => (await run.call("users.me", { token })).kind === "success";

const refresh = (run: Run, token: string) =>
  run.call("auth.refreshSession", { token, query: { platform: "WEB" } });

/** Checks what each token gives access to, that its `exp` is ahead, and that a refresh tolerates a lost response. */
export const tokens: Step = {
  id: "tokens",
  needs: ["member"],
  rules: (contract) => [
    "tokens",
    "auth.refreshSession grace",
    "auth.refreshSession twice",
    ...requestRules("auth.refreshSession")(contract),
  ],
  async run(run) {
    const session = await run.signIn(run.options.email ?? "", run.options.password ?? "");
    for (const name of ["accessToken", "refreshToken", "ecAccessToken"] as const) {
      const life = lifeOf(session[name], run.env.now());
      run.check("tokens", "auth.signIn", life !== undefined && life > 0, {
        path: `data.${name}`,
        found: life === undefined ? "no exp that can be read" : `over since ${Math.round(-life)} s`,
        wanted: "a JWT with exp ahead",
      });
    }
    run.check("tokens", "users.me", !(await opens(run, session.refreshToken)), {
      path: "refresh token",
      found: "the refresh token opens users/me",
      wanted: "HTTP 401",
      source: "accounts-and-store.md:221",
    });
    const asAccess = await refresh(run, session.accessToken);
    run.check(
      "tokens",
      "auth.refreshSession",
      isUnauthorized(asAccess.response.status) || asAccess.kind !== "success",
      {
        path: "access token",
        found: "the access token refreshes a session",
        wanted: "HTTP 401",
      },
    );
    if (run.client.has("order")) {
      const list = { query: { page: 1, size: 10 }, token: session.accessToken };
      const outcome = await run.call("orders.list", list);
      run.check("tokens", "orders.list", outcome.kind !== "success", {
        path: "access token of orders.list",
        found: "the access token opens the order service",
        wanted: "ecAccessToken alone",
        source: "accounts-and-store.md:80",
      });
    }
    await run.ok("auth.refreshAccessToken", { token: session.refreshToken });
    await grace(run, session);
    await tryMutations(
      run,
      "auth.refreshSession",
      async () => ({
        token: (await run.signIn(session.email, run.options.password ?? "")).refreshToken,
        query: { platform: "WEB" },
      }),
      (data) => void run.keep(session.email, data),
    );
    const other = await run.signIn(session.email, run.options.password ?? "");
    const both = await Promise.all([refresh(run, other.refreshToken), refresh(run, other.refreshToken)]);
    for (const outcome of both) if (outcome.kind === "success") run.keep(other.email, outcome.data);
    run.check(
      "auth.refreshSession twice",
      "auth.refreshSession",
      both.some(({ kind }) => kind === "success"),
      {
        path: "status",
        found: "two refreshes at once: both are refused",
        wanted: "at least one session",
      },
    );
  },
};

/** Checks that the old refresh token works until the new one is used, because the response may have been lost. */
async function grace(run: Run, session: Session): Promise<void> {
  const rule = "auth.refreshSession grace";
  const first = await refresh(run, session.refreshToken);
  if (first.kind !== "success") {
    run.refused(rule, "auth.refreshSession", first, { what: "a refresh", codes: [] });
    return;
  }
  const next = run.keep(session.email, first.data);
  if (next.refreshToken === session.refreshToken) return void run.findings.try(rule);
  const again = async (when: string, kind: "fail" | "differs") => {
    const outcome = await refresh(run, session.refreshToken);
    if (outcome.kind === "success") run.keep(session.email, outcome.data);
    if (outcome.kind === "broken") return;
    run.check(rule, "auth.refreshSession", outcome.kind === "success", {
      path: "status",
      found: `the old refresh token ${when} → ${run.describe(outcome)}`,
      wanted: "good until the new one was used: its answer may have been lost",
      kind,
      instead: "the visitor is signed out when an answer is lost",
    });
  };
  await again("at once", "fail");
  await run.env.wait(2000);
  await again("after 2 s", "fail");
  // No source defines how long the old token must work.
  if (run.options.seconds >= 31) {
    await run.env.wait(31_000);
    await again("after 31 s", "differs");
  }
}

/** Signs in with a wallet, then repeats the message and sends every invalid request. */
export const wallet: Step = {
  id: "wallet",
  needs: ["wallet"],
  rules: (contract) => ["auth.walletSignIn once", ...requestRules("auth.walletSignIn")(contract)],
  async run(run) {
    const account = privateKeyToAccount(`0x${(run.options.walletKey ?? "").replace(/^0x/, "")}`);
    const site = new URL(run.options.site);
    const signed = async () => {
      const nonce = await run.ok<{ nonce: string }>("auth.walletNonce");
      const issued = new Date(run.env.now()).toISOString();
      const message = `${site.host} wants you to sign in with your Ethereum account:\n${account.address}\n\nSoria\n\nURI: ${site.origin}\nVersion: 1\nChain ID: 1\nNonce: ${nonce?.nonce}\nIssued At: ${issued}`;
      const signature = await account.signMessage({ message });
      return { message, signature, language: "EN", platform: "WEB", register: false };
    };
    const body = await signed();
    const data = await run.ok("auth.walletSignIn", { body });
    if (data) run.keep("", data);
    const again = await run.call("auth.walletSignIn", { body });
    run.refused("auth.walletSignIn once", "auth.walletSignIn", again, { what: "a message that was used" });
    await tryMutations(
      run,
      "auth.walletSignIn",
      async () => ({ body: await signed() }),
      (accepted) => void run.keep("", accepted),
    );
  },
};

/** Signs out and checks that the tokens no longer work. */
export const goodbye: Step = {
  id: "sign-out",
  needs: ["member"],
  rules: (contract) => ["auth.signOut tokens", ...requestRules("auth.signOut")(contract)],
  async run(run) {
    const { email = "", password = "" } = run.options;
    await tryMutations(run, "auth.signOut", async () => {
      const session = await run.signIn(email, password);
      return { token: session.accessToken, body: { token: session.refreshToken } };
    });
    const session = await run.signIn(email, password);
    await run.ok("auth.signOut", { token: session.accessToken, body: { token: session.refreshToken } });
    const after: [string, boolean][] = [
      ["access", await opens(run, session.accessToken)],
      ["refresh", (await refresh(run, session.refreshToken)).kind === "success"],
    ];
    for (const [name, isAlive] of after) {
      run.check("auth.signOut tokens", "auth.signOut", !isAlive, {
        path: `${name} token`,
        found: "works after the sign-out",
        wanted: "HTTP 401",
      });
    }
  },
};

/**
 * Signs out every session of the run, also after Ctrl-C. Stops at the first request without a response; checks
 * nothing.
 */
export async function signOutAll({ contract, client, sessions }: Run): Promise<void> {
  const call = contract.call("auth.signOut");
  for (const { accessToken, refreshToken } of sessions.splice(0)) {
    if (accessToken === "" || refreshToken === "") continue;
    try {
      const { error } = await client.send(call, { token: accessToken, body: { token: refreshToken } }, true);
      if (error === "connection" || error === "timeout") return;
    } catch {
      // A token that no header can carry; the other sessions are still to be ended.
    }
  }
}
