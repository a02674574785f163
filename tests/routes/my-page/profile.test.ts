import { describe, expect, it, test } from "vitest";
import { loader as layoutLoader } from "~/routes/my-page/layout/route";
import { action as profileAction, loader as profileLoader } from "~/routes/my-page/profile/route";
import { action as terminateAction } from "~/routes/my-page/terminate/route";
import { errorsOf, Visitor } from "../../kit/visitors/visitor";
import { memberVisits, signIn } from "./support";
import { callCounts, faults } from "../../mocks/server";

describe("the names", () => {
  const save = (visitor: Visitor, firstName: string, lastName = "水野") =>
    visitor.post(profileAction, "/my-page/profile", { intent: "names", firstName, lastName });

  it("are not sent when nothing changed [A138.1]", async () => {
    const { visitor, member } = await memberVisits();
    expect(await save(visitor, " 灯 ")).toMatchObject({ status: 303, location: "/my-page/profile" });
    expect(await callCounts(member.id)).not.toHaveProperty("PATCH /api/users/me");
    expect(await visitor.messages()).toMatchObject([{ key: "my-page:profile.unchanged" }]);
  });

  it("are saved, and known to the session [A321.1]", async () => {
    const { visitor } = await memberVisits();
    expect((await save(visitor, "Anne-Marie")).status).toBe(303);
    expect(await visitor.messages()).toMatchObject([{ kind: "success", key: "my-page:profile.saved" }]);
    expect((await visitor.session()).user?.firstName).toBe("Anne-Marie");
  });

  test.each([
    ["", "errors:web.026"],
    ["  ", "errors:web.026"],
    ["灯2", "account:name.numberForbidden"],
    ["灯?", "account:name.specialCharacterForbidden"],
  ])("%j is refused: %s [A181.1 A182.1 A183.1 A184.1 A299.1]", async (name, message) => {
    const { visitor } = await memberVisits();
    const response = await save(visitor, name);
    expect(response.status).toBe(400);
    expect(errorsOf(response)).toEqual({ firstName: [message] });
    const ofLast = message === "errors:web.026" ? "errors:web.027" : message;
    expect(errorsOf(await save(visitor, "灯", name))).toEqual({ lastName: [ofLast] });
  });

  it("stay typed when the API fails", async () => {
    const { visitor, member } = await memberVisits();
    await faults({ method: "PATCH", path: "/api/users/me", member: member.id, status: 500 });
    const response = await save(visitor, "ひかり");
    expect(response.status).toBe(502);
    expect(errorsOf(response)).toEqual({ "": ["errors:http.unexpected"] });
    expect(response.data.lastResult.initialValue).toMatchObject({ firstName: "ひかり" });
  });
});

describe("the password", () => {
  const [LONG, TOO_LONG] = [`Ab1!${"x".repeat(61)}`, "common:form.tooLong?most=64&count=65"];
  const change = (
    visitor: Visitor,
    oldPassword: string,
    newPassword: string,
    newPasswordConfirm = newPassword,
  ) =>
    visitor.post(profileAction, "/my-page/profile", {
      intent: "password",
      oldPassword,
      newPassword,
      newPasswordConfirm,
    });

  it("is changed; other sessions end, this one stays", async () => {
    const { visitor, member } = await memberVisits();
    const elsewhere = new Visitor();
    await signIn(elsewhere, member);
    expect((await change(visitor, member.password, "Kumo-2025?")).status).toBe(303);
    expect(await visitor.messages()).toMatchObject([{ kind: "success", key: "my-page:password.changed" }]);
    expect((await visitor.get(profileLoader, "/my-page/profile")).status).toBe(200);
    expect((await elsewhere.get(profileLoader, "/my-page/profile")).location).toContain("/sign-in");
    await signIn(new Visitor(), { ...member, password: "Kumo-2025?" });
  });

  it("stays when the old one is wrong: a toast and the field say so, nothing typed comes back [A179.2 A320.1]", async () => {
    const { visitor, member } = await memberVisits();
    const response = await change(visitor, "Wrong-2024!", "Kumo-2025?");
    expect(response.status).toBe(400);
    expect(errorsOf(response)).toEqual({ oldPassword: ["errors:code.oldPassword"] });
    expect(await visitor.messages()).toMatchObject([{ kind: "error", key: "errors:code.oldPassword" }]);
    expect(JSON.stringify(response.data)).not.toMatch(/Wrong-2024|Kumo-2025/);
    await signIn(new Visitor(), member);
  });

  it("is changed by a password manager, which submits the form without its button", async () => {
    const { visitor, member } = await memberVisits();
    const signature = (await visitor.signatureFor("/my-page/profile", "password")) ?? "";
    const [oldPassword, newPassword] = [member.password, "Kumo-2025?"];
    const typed = { oldPassword, newPassword, newPasswordConfirm: newPassword, stamp: signature };
    const response = await visitor.post(profileAction, "/my-page/profile", typed);
    expect(response).toMatchObject({ status: 303, location: "/my-page/profile" });
    expect(await visitor.messages()).toMatchObject([{ kind: "success", key: "my-page:password.changed" }]);
    await signIn(new Visitor(), { ...member, password: newPassword });
  });

  it("is told what is wrong in a form without its button, as in one with it", async () => {
    const { visitor } = await memberVisits();
    const signature = (await visitor.signatureFor("/my-page/profile", "password")) ?? "";
    const typed = { oldPassword: "", newPassword: "", newPasswordConfirm: "", stamp: signature };
    const response = await visitor.post(profileAction, "/my-page/profile", typed);
    expect(response.status).toBe(400);
    expect(response.data.form).toBe("password");
    expect(Object.keys(errorsOf(response))).toContain("oldPassword");
  });

  test.each([
    ["", "Kumo-2025?", "Kumo-2025?", { oldPassword: ["my-page:password.oldMissing"] }],
    ["x", "", "", { newPassword: ["errors:web.013"], newPasswordConfirm: ["errors:web.014"] }],
    ["x", "Ku-25?", "Ku-25?", { newPassword: ["account:password.length"] }],
    ["x", "Kumo-kumo?", "Kumo-kumo?", { newPassword: ["account:password.digit"] }],
    ["x", "Kumo2025", "Kumo2025", { newPassword: ["account:password.special"] }],
    ["x", "Kumo-2025?", "Kumo-2025!", { newPasswordConfirm: ["account:password.match"] }],
    ["x", "Kumo-2025?", "", { newPasswordConfirm: ["errors:web.014"] }],
    ["x", LONG, LONG, { newPassword: [TOO_LONG], newPasswordConfirm: [TOO_LONG] }],
    [LONG, "Kumo-2025?", "Kumo-2025?", { oldPassword: [TOO_LONG] }],
  ])(
    "%j, %j, %j is refused [A172.1 A172.2 A172.3 A175.1 A177.3 A178.1 A178.2 A179.1 A291.1]",
    async (oldPassword, next, again, errors) => {
      const { visitor } = await memberVisits();
      const response = await change(visitor, oldPassword, next, again);
      expect(response.status).toBe(400);
      expect(errorsOf(response)).toEqual(errors);
    },
  );
});

describe("leaving", () => {
  it("needs the box ticked [A147.2]", async () => {
    const { visitor, member } = await memberVisits();
    const response = await visitor.post(terminateAction, "/my-page/terminate", {});
    expect(response.status).toBe(400);
    expect(errorsOf(response)).toEqual({ confirm: ["my-page:terminate.confirmMissing"] });
    expect(await callCounts(member.id)).not.toHaveProperty("DELETE /api/users/me");
  });

  it.each([0, 1])(
    "clears the session, and that of %i other browsers, with a message [A147.3 A305.1]",
    async (others) => {
      const { visitor, member } = await memberVisits();
      const elsewhere = new Visitor();
      if (others > 0) await signIn(elsewhere, member);
      const response = await visitor.post(terminateAction, "/my-page/terminate", { confirm: "on" });
      expect(response).toMatchObject({ status: 303, location: "/" });
      expect((await visitor.session()).user).toBeUndefined();
      expect(await visitor.messages()).toMatchObject([{ kind: "done", key: "my-page:terminate.done" }]);
      expect((await elsewhere.get(layoutLoader, "/my-page")).location).toContain("/sign-in");
    },
  );

  it("stays a member when the API fails", async () => {
    const { visitor, member } = await memberVisits();
    await faults({ method: "DELETE", path: "/api/users/me", member: member.id, mode: "close" });
    const response = await visitor.post(terminateAction, "/my-page/terminate", { confirm: "on" });
    expect(response.status).toBe(503);
    expect((await visitor.session()).user?.id).toBe(member.id);
  });
});
