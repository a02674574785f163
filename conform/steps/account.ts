import { tryMutations } from "../mutations";
import { NoVerdict, Unreadable } from "../env";
import type { Run, Session, Step } from "../run";
import { requestRules } from "./guest";

const PASSWORD = "Conform-1!";

interface Mail {
  code?: string;
  link?: string;
}

/** Returns the newest mail to an address from the mailbox of `--mail`. */
async function mailTo(run: Run, to: string): Promise<Mail> {
  const response = await run.env.fetch(
    new Request(`${run.options.mail}?to=${encodeURIComponent(to)}`, { signal: run.env.signal }),
  );
  const mails: unknown = await response.json().catch(() => undefined);
  if (!Array.isArray(mails)) throw new Unreadable("mailbox", "the JSON list of --mail", "no list of mails");
  const [newest] = mails as (Record<string, unknown> | null)[];
  const code = typeof newest?.["code"] === "string" ? newest["code"] : undefined;
  const link = typeof newest?.["link"] === "string" ? newest["link"] : undefined;
  const mail: Mail = { ...(code !== undefined && { code }), ...(link !== undefined && { link }) };
  if (code) run.mask.add(code, "code");
  run.mask.add(tokenOf(mail), "reset");
  return mail;
}

const tokenOf = ({ link = "" }: Mail) =>
  URL.canParse(link) ? (new URL(link).searchParams.get("token") ?? "") : "";

async function codeFor(run: Run, email: string): Promise<string> {
  await run.ok("auth.requestCode", { body: { email, language: "EN" } });
  return (await mailTo(run, email)).code ?? "";
}

/** Returns a new address with a verified code. */
async function verified(run: Run): Promise<string> {
  const email = run.address();
  await run.ok("auth.verifyCode", { body: { email, authCode: await codeFor(run, email) } });
  return email;
}

const signUpBody = (email: string) => ({ email, password: PASSWORD, firstName: "Conform", lastName: "Kit" });

/** Creates a test account and signs in. */
async function ownAccount(run: Run): Promise<{ email: string; password: string; session: Session }> {
  const email = await verified(run);
  await run.ok("auth.signUp", { body: signUpBody(email) });
  run.findings.made.push("an account");
  try {
    return { email, password: PASSWORD, session: await run.signIn(email, PASSWORD) };
  } catch (error) {
    // The other steps do not need this account.
    if (error instanceof NoVerdict) throw new Error(error.message);
    throw error;
  }
}

const wrongOf = (code: string) => (code === "000000" ? "111111" : "000000");

/** Checks sign-up: code, verification, account creation, and a second sign-up with the same address. */
export const signUp: Step = {
  id: "sign-up",
  needs: ["destructive", "mail"],
  rules: (contract) => [
    "auth.verifyCode wrong",
    "auth.signUp unverified",
    "auth.signUp taken",
    "auth.checkEmail known",
    ...requestRules("auth.verifyCode", "auth.signUp")(contract),
  ],
  async run(run) {
    const early = await run.call("auth.signUp", { body: signUpBody(run.address()) });
    run.refused("auth.signUp unverified", "auth.signUp", early, { what: "an address without a code" });
    const email = run.address();
    const authCode = await codeFor(run, email);
    const wrong = await run.call("auth.verifyCode", { body: { email, authCode: wrongOf(authCode) } });
    const isNo = wrong.kind === "success" && (wrong.data as { result?: number } | null)?.result === 0;
    run.findings.try("auth.verifyCode wrong");
    if (!isNo)
      run.refused("auth.verifyCode wrong", "auth.verifyCode", wrong, { what: "a wrong code", codes: [1006] });
    await run.ok("auth.verifyCode", { body: { email, authCode } });
    await tryMutations(run, "auth.verifyCode", () => ({ body: { email, authCode } }));
    let address = email;
    await tryMutations(
      run,
      "auth.signUp",
      () => ({ body: signUpBody(address) }),
      async () => {
        run.findings.made.push("an account");
        address = await verified(run);
      },
    );
    await run.ok("auth.signUp", { body: signUpBody(address) });
    run.findings.made.push("an account");
    const known = await run.ok<boolean>("auth.checkEmail", { body: { email: address } });
    run.check("auth.checkEmail known", "auth.checkEmail", known === true, {
      path: "data",
      found: known,
      wanted: "true after the sign-up",
    });
    const again = await run.call("auth.signUp", { body: signUpBody(address) });
    run.refused("auth.signUp taken", "auth.signUp", again, { what: "the same address again" });
  },
};

/** Checks the lock after five wrong passwords, the reset by mailed link, and the reset by code. */
export const recovery: Step = {
  id: "recovery",
  needs: ["destructive", "mail"],
  rules: (contract) => [
    "auth.signIn lock",
    "auth.resetPassword once",
    ...requestRules("auth.token", "auth.forgotPassword", "auth.resetPassword")(contract),
  ],
  async run(run) {
    const { email, password, session } = await ownAccount(run);
    const signInWith = (given: string) =>
      run.call("auth.signIn", { body: { email, password: given, language: "EN", platform: "WEB" } });
    for (let n = 1; n <= 5; n += 1) {
      const outcome = await signInWith("conform-wrong-1!");
      run.refused("auth.signIn lock", "auth.signIn", outcome, {
        what: `wrong password ${n} of 5`,
        codes: [n < 5 ? 1200 : 1201],
      });
    }
    run.refused("auth.signIn lock", "auth.signIn", await signInWith(password), {
      what: "the right password of a locked account",
      codes: [1117],
    });
    const token = tokenOf(await mailTo(run, email));
    run.check("auth.signIn lock", "auth.signIn", token !== "", {
      path: "mail",
      found: "no mail with a link",
      wanted: "a reset link after the fifth failure",
    });

    await tryMutations(run, "auth.forgotPassword", () => ({ body: { email, language: "EN" } }));
    await run.ok("auth.forgotPassword", { body: { email, language: "EN" } });
    const link = tokenOf(await mailTo(run, email));
    await tryMutations(run, "auth.resetPassword", () => ({ body: { password: PASSWORD, token: link } }));
    const reset = (given: string) =>
      run.call("auth.resetPassword", { body: { password: "Conform-2!", token: given } });
    const done = await reset(link);
    run.check(
      "auth.resetPassword answer",
      "auth.resetPassword",
      done.kind === "success" && (done.data as { result?: number }).result === 1,
      {
        path: "data.result",
        found: run.describe(done),
        wanted: "1 for the token of the mailed link",
      },
    );
    run.refused("auth.resetPassword once", "auth.resetPassword", await reset(link), {
      what: "the same token again",
    });
    const old = await run.call("users.me", { token: session.accessToken });
    run.check("auth.resetPassword once", "auth.resetPassword", old.kind !== "success", {
      path: "status",
      found: "a session of before still works",
      wanted: "a new password ends every session",
      kind: "missing",
    });
    await run.signIn(email, "Conform-2!");

    const authCode = await codeFor(run, email);
    const made = await run.ok<{ token: string }>("auth.token", { body: { email, authCode } });
    await tryMutations(run, "auth.token", () => ({ body: { email, authCode } }));
    if (made) await run.ok("auth.resetPassword", { body: { password: PASSWORD, token: made.token } });
  },
};

/** Checks changing the password, and deleting an account and cancelling the deletion, on a test account. */
export const leaving: Step = {
  id: "password and deletion",
  needs: ["destructive", "mail"],
  rules: (contract) => [
    "users.changePassword wrong",
    "users.deleteMe ends",
    "users.deleteMe cancel",
    ...requestRules("users.changePassword")(contract),
  ],
  async run(run) {
    const { email, password, session } = await ownAccount(run);
    const token = session.accessToken;
    const change = (oldPassword: string, newPassword: string) => ({
      token,
      body: { oldPassword, newPassword },
    });
    const wrong = await run.call("users.changePassword", change("conform-wrong-1!", "Conform-3!"));
    run.refused("users.changePassword wrong", "users.changePassword", wrong, {
      what: "a wrong old password",
    });
    await tryMutations(run, "users.changePassword", () => change(password, password));
    await run.ok("users.changePassword", change(password, "Conform-3!"));
    const next = await run.signIn(email, "Conform-3!");
    await run.ok("users.deleteMe", { token: next.accessToken });
    const after = await run.call("users.me", { token: next.accessToken });
    run.check("users.deleteMe ends", "users.deleteMe", after.kind !== "success", {
      path: "status",
      found: "the session still works",
      wanted: "HTTP 401 after the deletion",
      kind: "missing",
    });
    const back = await run.ok<{ deletionCancelled?: boolean }>("auth.signIn", {
      body: { email, password: "Conform-3!", language: "EN", platform: "WEB" },
    });
    if (!back) return;
    const again = run.keep(email, back);
    run.check("users.deleteMe cancel", "users.deleteMe", back.deletionCancelled === true, {
      path: "data.deletionCancelled",
      found: back.deletionCancelled ?? "nothing",
      wanted: "true: a sign-in within 15 days takes the deletion back",
      source: "accounts-and-store.md:147",
    });
    await run.ok("users.deleteMe", { token: again.accessToken });
  },
};

/** Checks that the access token, a code and a reset token expire. Waits 31 minutes. */
export const expiry: Step = {
  id: "expiry",
  needs: ["destructive", "mail", { seconds: 1860 }],
  rules: () => ["tokens expiry", "auth.verifyCode expiry", "auth.resetPassword expiry"],
  async run(run) {
    const { email, session } = await ownAccount(run);
    await run.ok("auth.forgotPassword", { body: { email, language: "EN" } });
    const token = tokenOf(await mailTo(run, email));
    const address = run.address();
    const authCode = await codeFor(run, address);
    await run.env.wait(1_860_000);
    const me = await run.call("users.me", { token: session.accessToken });
    const life = JSON.parse(
      Buffer.from(session.accessToken.split(".")[1] ?? "", "base64url").toString() || "{}",
    ) as { exp?: number };
    const isOver = (life.exp ?? Infinity) * 1000 < run.env.now();
    run.check("tokens expiry", "users.me", !isOver || me.response.status === 401, {
      path: "status",
      found: `an access token after its exp → ${run.describe(me)}`,
      wanted: "HTTP 401",
    });
    const code = await run.call("auth.verifyCode", { body: { email: address, authCode } });
    run.refused("auth.verifyCode expiry", "auth.verifyCode", code, {
      what: "a code after 31 minutes",
      codes: [1008, 1006],
    });
    const reset = await run.call("auth.resetPassword", { body: { password: PASSWORD, token } });
    run.refused("auth.resetPassword expiry", "auth.resetPassword", reset, {
      what: "a reset token after 31 minutes",
    });
  },
};
