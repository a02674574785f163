import { beforeEach, describe, expect, it } from "vitest";
import { action as signInAction } from "~/routes/account/sign-in/route";
import { loader } from "~/routes/account/sign-up/route";
import { faults, sandbox } from "../../mocks/server";
import { errorsOf } from "../../kit/visitors/visitor";
import { details, email, mails, send, stage, useVisitor, visitor } from "./sign-up-support";

useVisitor();

async function reachDetails() {
  await send("send-code", { email });
  const [mail] = await mails();
  await send("verify", { authCode: mail?.code ?? "" });
  await send("continue");
  expect(await stage()).toBe("details");
}

describe("step 2, the details", () => {
  beforeEach(reachDetails);

  it("says everything that is missing, each at its field [A185.1 A299.1 A307.3]", async () => {
    const response = await send("details");
    expect(errorsOf(response)).toEqual({
      password: ["account:password.missing"],
      passwordConfirm: ["account:password.confirmMissing"],
      firstName: ["errors:web.026"],
      lastName: ["errors:web.027"],
      agreement: ["account:agreement.missing"],
    });
  });

  it("says everything that is wrong at once, at the names and at the password", async () => {
    const response = await send("details", { password: "abcdefgh1", firstName: "2", agreement: "no" });
    expect(errorsOf(response)).toEqual({
      password: ["account:password.special"],
      passwordConfirm: ["account:password.confirmMissing"],
      firstName: ["account:name.numberForbidden"],
      lastName: ["errors:web.027"],
      agreement: ["account:agreement.missing"],
    });
  });

  it.each([
    [{ firstName: "   " }, { firstName: ["errors:web.026"] }],
    [{ firstName: "灯🏮" }, { firstName: ["account:name.specialCharacterForbidden"] }],
    [{ lastName: "<b>" }, { lastName: ["account:name.specialCharacterForbidden"] }],
    [
      { password: `Ab1!${"x".repeat(61)}`, passwordConfirm: `Ab1!${"x".repeat(61)}` },
      {
        password: ["common:form.tooLong?most=64&count=65"],
        passwordConfirm: ["common:form.tooLong?most=64&count=65"],
      },
    ],
    [{ password: "Ab1!".repeat(20) }, { password: ["common:form.tooLong?most=64&count=80"] }],
    [{ password: "😀😀😀1!", passwordConfirm: "😀😀😀1!" }, { password: ["account:password.length"] }],
    [{ password: "Ab1!", passwordConfirm: "Ab1!" }, { password: ["account:password.length"] }],
    [{ password: "abcdefgh!", passwordConfirm: "abcdefgh!" }, { password: ["account:password.digit"] }],
    [{ password: "abcdefgh1", passwordConfirm: "abcdefgh1" }, { password: ["account:password.special"] }],
    [{ passwordConfirm: "other" }, { passwordConfirm: ["account:password.match"] }],
    [{ passwordConfirm: "" }, { passwordConfirm: ["account:password.confirmMissing"] }],
    [{ agreement: "" }, { agreement: ["account:agreement.missing"] }],
    [{ lastName: "" }, { lastName: ["errors:web.027"] }],
    [{ firstName: "Akari2" }, { firstName: ["account:name.numberForbidden"] }],
    [{ lastName: "水野２" }, { lastName: ["account:name.numberForbidden"] }],
    [{ lastName: "水野★" }, { lastName: ["account:name.specialCharacterForbidden"] }],
  ])(
    "%j: %j [A172.1 A172.2 A172.3 A175.1 A177.3 A178.2 A181.1 A182.1 A183.1 A184.1 A185.1 A185.2]",
    async (change, errors) => {
      const response = await send("details", { ...details, ...change });
      expect(response.status).toBe(400);
      expect(errorsOf(response)).toEqual(errors);
      // The input is kept, except for the password.
      expect(response.data.lastResult.initialValue).not.toHaveProperty("password");
      expect(await stage()).toBe("details");
    },
  );

  it("goes back to another address, and makes no account for it from a form of the first", async () => {
    const signature = (await visitor.signatureFor("/sign-up", "details")) ?? "";
    await send("change-email");
    expect(await stage()).toBe("email");
    const other = `other-${email}`;
    await send("send-code", { email: other });
    const [mail] = await (await sandbox()).mails(other);
    await send("verify", { authCode: mail?.code ?? "", email: other });
    await send("continue");
    const stale = await send("details", { ...details, stamp: signature });
    expect(stale).toMatchObject({ status: 409, data: { stale: "about" } });
    expect(stale.data.lastResult.initialValue.lastName).toBe("水野");
    expect((await send("details", { ...details, email: other })).status).toBe(303);
    expect((await (await sandbox()).signIn(other)).result).toBe(1);
    expect((await (await sandbox()).signIn(email)).result).toBe(0);
  });

  it.each(["一〇", "佐々木", "マリー・アン", "김", "Anne-Marie", "O’Brien", "ｱｶﾘ", "𠮷田", "山田　花子"])(
    "takes the name %s",
    async (lastName) => {
      expect((await send("details", { ...details, lastName })).status).toBe(303);
      expect(await stage()).toBe("done");
    },
  );

  it("begins again at 1001, an address that is taken [A292.1]", async () => {
    const body = { result: 1001, message: "EMAIL_DUPLICATION", data: null };
    await faults({ path: "/api/auth/sign-up", body });
    expect(await send("details", details)).toMatchObject({ status: 303, location: "/sign-up" });
    expect(await visitor.messages()).toMatchObject([{ kind: "alert", key: "errors:web.016" }]);
  });

  it("begins again when the address was registered meanwhile", async () => {
    await (await sandbox()).make({ email });
    expect(await send("details", details)).toMatchObject({ status: 303, location: "/sign-up" });
    expect(await visitor.messages()).toMatchObject([{ kind: "alert", key: "errors:web.016" }]);
    expect((await visitor.get(loader, "/sign-up")).data).toMatchObject({ stage: "email", email });
  });

  it("is Invalid Access when the session has ended meanwhile, and makes no account", async () => {
    visitor.cookies.clear();
    expect(await send("details", details)).toMatchObject({ location: "/" });
    expect((await (await sandbox()).signIn(email)).result).toBe(0);
  });

  it("makes one account, however often it is pressed, and the member can sign in", async () => {
    const responses = await Promise.all([1, 2].map(() => send("details", details)));
    // Either response may be the one that the browser shows, so neither may be Invalid Access.
    expect(responses.map(({ location }) => location)).toEqual(["/sign-up", "/sign-up"]);
    expect(await visitor.messages()).toEqual([]);
    expect(await stage()).toBe("done");
    expect((await (await sandbox()).signIn(email)).result).toBe(1);
  });

  it("goes on when another tab has signed in meanwhile, and leaves that member signed in", async () => {
    const other = await (await sandbox()).make();
    await visitor.post(signInAction, "/sign-in", { email: other.email ?? "", password: other.password });
    expect(await stage()).toBe("details");
    expect((await send("details", details)).status).toBe(303);
    expect(await stage()).toBe("done");
    expect((await (await sandbox()).signIn(email)).result).toBe(1);
    expect((await visitor.session()).user?.email).toBe(other.email);
  });

  it("keeps the form when the API fails", async () => {
    await faults({ path: "/api/auth/sign-up", status: 500 });
    const response = await send("details", details);
    expect(response.status).toBe(502);
    expect(errorsOf(response)).toEqual({ "": ["errors:http.unexpected"] });
    expect(response.data.lastResult.initialValue.lastName).toBe("水野");
  });
});
