import { createHook } from "node:async_hooks";
import { beforeEach, describe, expect, it } from "vitest";
import { loader as deniedLoader } from "~/routes/account/access-denied/route";
import { action, loader } from "~/routes/account/sign-in/route";
import { PASSWORD } from "../../mocks/sandbox";
import { faults, sandbox } from "../../mocks/server";
import { errorsOf, Visitor } from "../../kit/visitors/visitor";

let visitor: Visitor;
const signIn = (email: string | null, password = PASSWORD, more: Record<string, string> = {}) =>
  visitor.post(action, "/sign-in", { intent: "sign-in", email: email ?? "", password, ...more });

beforeEach(() => {
  visitor = new Visitor();
});

it.each([
  ["Soria-2024! ", "account:signIn.trailing"],
  ["Ｓoria-2024!", "account:signIn.wide"],
  ["Soria-2025!", undefined],
])("says after a failed try what may be unintended in %j", async (password, hint) => {
  const { email } = await (await sandbox()).make({});
  const response = await new Visitor().post(action, "/sign-in", { email: email ?? "", password });
  expect(response.status).toBe(400);
  expect(response.data.hint).toBe(hint);
  expect(JSON.stringify(response.data)).not.toContain("Soria-202");
});

describe("sign-in", () => {
  it("goes back to where the visitor was sent from, and only within the site [A075.4]", async () => {
    const { email } = await (await sandbox()).make({});
    expect(await signIn(email, PASSWORD, { redirectTo: "/my-page/history?page=2" })).toMatchObject({
      status: 303,
      location: "/my-page/history?page=2",
    });
    for (const target of ["//evil.test", "https://evil.test/", "/\\evil.test", "javascript:alert(1)"]) {
      visitor = new Visitor();
      expect((await signIn(email, PASSWORD, { redirectTo: target })).location).toBe("/");
    }
  });

  it("sends a member who is signed in already away", async () => {
    const { email } = await (await sandbox()).make({});
    await signIn(email);
    expect(await visitor.get(loader, "/sign-in?redirectTo=/news")).toMatchObject({ location: "/news" });
  });

  it("over another session signs that member out at the API too", async () => {
    const api = await sandbox();
    const [first, second] = [await api.make({}), await api.make({})];
    await signIn(first.email);
    const { refreshToken } = (await visitor.session()).tokens ?? {};
    const isAlive = async () =>
      (await api.call("/auth/refresh/access-token", { token: refreshToken ?? "" })).result === 1;
    await signIn(second.email);
    expect((await visitor.session()).user?.id).toBe(second.id);
    expect(await isAlive()).toBe(false);
  });

  it("says what is missing beside its field, and sends no password back [A186.1 A186.2 A289.1 A290.1 A293.1 A307.3]", async () => {
    const empty = await signIn("", "");
    expect(empty.status).toBe(400);
    expect(errorsOf(empty)).toEqual({ email: ["errors:web.007"], password: ["errors:web.008"] });
    const wrong = await signIn("no address", "secret-1!");
    expect(errorsOf(wrong)).toEqual({ email: ["errors:web.017"] });
    expect(JSON.stringify(wrong.data)).not.toContain("secret-1!");
    expect(wrong.data.lastResult.initialValue.email).toBe("no address");
  });

  it("counts wrong passwords, locks at the fifth, asks before the mail, and sends it [A097.1 A112.1 A118.3 A120.1 A121.1 A279.2 A283.1 A334.1]", async () => {
    const { email } = await (await sandbox()).make({});
    for (let count = 1; count <= 4; count++) {
      const response = await signIn(email, "wrong");
      expect(errorsOf(response)).toEqual({ password: [`errors:web.001?count=${count}`] });
      expect(response.data.attempts).toBe(count);
    }
    expect(errorsOf(await signIn(email, "wrong"))).toEqual({ "": ["errors:web.002"] });

    const locked = await signIn(email);
    expect(locked.data.step).toBe("unlock");
    expect(locked.data.lastResult.initialValue.email).toBe(email);
    const before = (await (await sandbox()).mails(email ?? "")).length;
    const sent = await visitor.post(action, "/sign-in", { intent: "unlock", email: email ?? "" });
    expect(sent).toMatchObject({ status: 303, location: "/sign-in" });
    expect(await visitor.messages()).toMatchObject([{ kind: "success", key: "account:signIn.unlockSent" }]);
    expect(await (await sandbox()).mails(email ?? "")).toHaveLength(before + 1);
  });

  it("counts anew after a right password [A112.3]", async () => {
    const { email } = await (await sandbox()).make({});
    const counts: unknown[] = [];
    for (const password of ["wrong", "wrong", PASSWORD, "wrong"]) {
      visitor = new Visitor();
      counts.push((await signIn(email, password)).data.attempts);
    }
    expect(counts).toEqual([1, 2, undefined, 1]);
  });

  it("says that the mail could not be sent [A118.4]", async () => {
    await faults({ path: "/api/auth/forgot-password", status: 500 });
    await visitor.post(action, "/sign-in", { intent: "unlock", email: "member@soria.test" });
    expect(await visitor.messages()).toMatchObject([{ kind: "error", key: "errors:requestProblem" }]);
  });

  it("does not tell whether an address is registered", async () => {
    const response = await signIn("nobody@soria.test");
    expect(errorsOf(response)).toEqual({ "": ["errors:web.001plain"] });
  });

  it("hashes a password for an address that nobody has, as for a wrong password", async () => {
    const api = await sandbox();
    const hashes = async (email: string) => {
      let count = 0;
      const hook = createHook({ init: (_id, type) => (count += type === "SCRYPTREQUEST" ? 1 : 0) }).enable();
      await signIn(email, "wrong-1!");
      hook.disable();
      return count;
    };
    const known = (await api.make({})).email ?? "";
    expect([await hashes(known), await hashes("nobody@soria.test")]).toEqual([1, 1]);
  });

  it("leads a suspended member to the notice, once the data is there [A025.1 A119.1]", async () => {
    expect(await visitor.get(deniedLoader, "/access-denied")).toMatchObject({ location: "/" });
    expect(await visitor.messages()).toMatchObject([{ kind: "alert", key: "errors:invalidAccess" }]);
    // Nor after another refusal.
    await signIn((await (await sandbox()).make({})).email, "wrong");
    await signIn((await (await sandbox()).make({ state: "locked" })).email);
    expect(await visitor.get(deniedLoader, "/access-denied")).toMatchObject({ location: "/" });
    await signIn((await (await sandbox()).make({})).email);
    expect(await visitor.get(deniedLoader, "/access-denied")).toMatchObject({ location: "/" });
    visitor = new Visitor();
    const { email } = await (await sandbox()).make({ state: "suspended" });
    expect(await signIn(email)).toMatchObject({ status: 303, location: "/access-denied" });
    const { data } = await visitor.get(deniedLoader, "/access-denied");
    expect(data.suspension).toMatchObject({
      duration: { days: expect.any(Number) },
      reason: expect.any(String),
    });
  });

  it("cancels a scheduled deletion and says until when it would have run [A114.1 A114.2]", async () => {
    const { email } = await (await sandbox()).make({ state: "leaving" });
    expect((await signIn(email)).status).toBe(303);
    const [message] = await visitor.messages();
    expect(message).toMatchObject({ kind: "success", key: "account:signIn.deletionCancelledUntil" });
    expect(message?.params?.["date"]).toMatch(/^20\d\d年/);
  });

  it.each([
    ["no answer", { mode: "close" as const }, 503, "errors:http.noResponse"],
    ["500", { status: 500 }, 502, "errors:http.unexpected"],
    ["HTML", { mode: "html" as const }, 502, "errors:http.unexpected"],
  ])("keeps what was typed when the API fails: %s", async (_, fault, status, key) => {
    await faults({ path: "/api/auth/sign-in", ...fault });
    const response = await signIn("member@soria.test");
    expect(response.status).toBe(status);
    expect(errorsOf(response)).toEqual({ "": [key] });
    expect(response.data.lastResult.initialValue.email).toBe("member@soria.test");
  });
});
