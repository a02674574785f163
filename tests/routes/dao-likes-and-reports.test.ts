import { beforeEach, describe, expect, it } from "vitest";
import { loader as debate } from "~/routes/dao/debate/route";
import { action as like } from "~/routes/dao/like/route";
import { action as report, loader as reportPage } from "~/routes/dao/report/route";
import { errorsOf } from "../kit/visitors/visitor";
import { DEBATE, DEBATE_PATH, member, newVisitor, visitor } from "./dao-support";
import { faults } from "../mocks/server";

beforeEach(newVisitor);

describe("a like", () => {
  const state = async () => {
    const { debate: found } = (await visitor.get(debate, DEBATE_PATH, DEBATE)).data;
    return { isLiked: found.value.is_liked as boolean, likes: found.value.like_count as number };
  };
  const press = (fields: Record<string, string> = {}) =>
    visitor.post(like, `${DEBATE_PATH}/like`, fields, DEBATE);

  beforeEach(() => member());

  it("leads back to the debate's anchor with a message, and counts once however often it is sent", async () => {
    const { likes } = await state();
    for (let time = 1; time <= 2; time++) {
      expect(await press()).toMatchObject({ status: 303, location: `${DEBATE_PATH}#debate-1` });
      expect(await state()).toEqual({ isLiked: true, likes: likes + 1 });
    }
    // The API has no call to remove a like, so no submission removes one.
    await press({ intent: "unlike" });
    expect(await state()).toEqual({ isLiked: true, likes: likes + 1 });
    expect(new Set((await visitor.messages()).map(({ key }) => key))).toEqual(new Set(["dao:debate.liked"]));
  });

  it("is confirmed only if the API's response says that the debate is liked", async () => {
    const path = "/api/dao";
    for (const data of [{ like_count: 3, is_liked: false }, null]) {
      await faults({ path, method: "POST", status: 200, body: { result: 1, message: "OK", data } });
      expect(await press()).toMatchObject({ status: 303 });
    }
    expect(await visitor.messages()).toEqual([]);
  });

  it("comes back to where it was pressed, and only within the site", async () => {
    const back = `${DEBATE_PATH}?list=2#debate-1`;
    expect((await press({ back })).location).toBe(back);
    for (const away of ["//evil.test", "https://evil.test/", "/\\evil.test"]) {
      expect((await press({ back: away })).location).toBe(`${DEBATE_PATH}#debate-1`);
    }
  });

  it("answers scripts with the count of the API", async () => {
    const { likes } = await state();
    expect((await press({ answer: "json" })).data).toEqual({
      ok: true,
      isLiked: true,
      likes: likes + 1,
    });
    expect(await visitor.messages()).toEqual([]);
  });

  it("that fails says so in the catalogue's words, both ways", async () => {
    await faults({ path: "/api/dao", method: "POST", status: 500 });
    expect((await press()).status).toBe(303);
    expect(await visitor.messages()).toMatchObject([{ kind: "error", key: "errors:http.unexpected" }]);
    expect(await press({ answer: "json" })).toMatchObject({
      status: 502,
      data: { ok: false, messageKey: "errors:http.unexpected" },
    });
  });

  it("of a visitor leads to sign-in, or says to scripts that the session has ended", async () => {
    newVisitor();
    expect((await press()).location).toContain("/sign-in?redirectTo=");
    expect(await press({ answer: "json" })).toMatchObject({
      status: 401,
      data: { ok: false, messageKey: "errors:http.401" },
    });
  });

  it("of a debate that was deleted meanwhile says so (WEB-078), to scripts and without", async () => {
    await faults({ path: `/api${DEBATE_PATH}/like`, status: 404 });
    expect((await press({ answer: "json" })).data).toEqual({ ok: false, messageKey: "errors:web.078" });
    expect((await press()).status).toBe(303);
    expect(await visitor.messages()).toMatchObject([{ kind: "error", key: "errors:web.078" }]);
  });
});

describe("a report", () => {
  const PATH = `/dao/report?target=COMMENT&id=1&back=${encodeURIComponent(`${DEBATE_PATH}#comment-1`)}`;
  const send = (fields: Record<string, string>, path = PATH) => visitor.post(report, path, fields);

  beforeEach(() => member());

  it("asks to confirm, is sent, and returns with a message; a second one is also answered as done", async () => {
    const asked = await send({ reason: "SPAM", detail: " seen twice " });
    expect(asked).toMatchObject({ status: 200, data: { confirm: { reason: "SPAM", detail: "seen twice" } } });
    // If the visitor leaves the confirmation and reopens the form, it has the same input.
    const { data } = await visitor.get(reportPage, PATH);
    expect(data.form.draft.values).toEqual({ reason: "SPAM", detail: " seen twice " });
    for (let time = 1; time <= 2; time++) {
      expect(await send({ reason: "SPAM", detail: "seen twice", confirmed: "yes" })).toMatchObject({
        status: 303,
        location: `${DEBATE_PATH}#comment-1`,
      });
    }
    expect((await visitor.messages()).map(({ key }) => key)).toEqual(["dao:report.done", "dao:report.done"]);
    expect((await visitor.get(reportPage, PATH)).data.form.draft).toBeNull();
  });

  it("needs a reason, keeps a detail within its length, and loses nothing that was typed", async () => {
    const refused = await send({ detail: "why", confirmed: "yes" });
    expect(refused.status).toBe(400);
    expect(errorsOf(refused)).toEqual({ reason: ["dao:report.reasonMissing"] });
    expect(refused.data.lastResult.initialValue).toMatchObject({ detail: "why" });
    expect(errorsOf(await send({ reason: "OTHER" }))).toEqual({ reason: ["dao:report.reasonMissing"] });
    expect(errorsOf(await send({ reason: "ETC", detail: "x".repeat(2001) }))).toEqual({
      detail: ["dao:report.detailLong?most=2000&count=2001"],
    });
    // A browser sends each line break as CR LF, and an emoji as two UTF-16 units.
    const full = `${"x\r\n".repeat(99)}${"😀".repeat(2000 - 2 * 99)}`;
    expect((await send({ reason: "ETC", detail: full })).data.confirm.detail).toHaveLength(
      2000 + (2000 - 2 * 99),
    );
  });

  it("that fails keeps the form with the catalogue's message", async () => {
    await faults({ path: "/api/dao/report", status: 500 });
    const failed = await send({ reason: "ETC", detail: "x", confirmed: "yes" });
    expect(failed.status).toBe(502);
    expect(errorsOf(failed)).toEqual({ "": ["errors:http.unexpected"] });
  });

  it.each(["", "?target=COMMENT", "?target=USER&id=1", "?target=DEBATE&id=x"])(
    "of an invalid target (%j) is Invalid Access",
    async (query) => {
      expect((await visitor.get(reportPage, `/dao/report${query}`)).location).toBe("/");
      expect((await send({ reason: "SPAM", confirmed: "yes" }, `/dao/report${query}`)).location).toBe("/");
    },
  );

  it("leads nowhere outside the site", async () => {
    const path = "/dao/report?target=DEBATE&id=1&back=//evil.test";
    expect((await visitor.get(reportPage, path)).data.back).toBe("/dao/suggestions");
    expect((await send({ reason: "SPAM", confirmed: "yes" }, path)).location).toBe("/dao/suggestions");
  });
});
