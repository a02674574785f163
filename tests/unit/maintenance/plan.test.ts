import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { env } from "#server/config/env.server";
import { isPass, makePass, passCookie, passOf } from "#server/maintenance/pass.server";
import { isClosed, isNear, openAreas, phaseOf } from "#server/maintenance/plan";
import { maintenancePlan, parsePlan } from "#server/maintenance/plan-file.server";
import { lineOf, sayPlan } from "#server/maintenance/words.server";
import { setClockOffset } from "#server/runtime/clock.server";
import { newFolder } from "../../kit/data/new-folder";

const FROM = "2026-12-01T03:00:00+09:00";
const STOP = "2026-12-01T02:45:00+09:00";
const UNTIL = "2026-12-01T05:30:00+09:00";
const at = (text: string) => Date.parse(text);
const plan = (fields: object = {}) => parsePlan(JSON.stringify({ from: FROM, until: UNTIL, ...fields }));

describe("the phase of a plan", () => {
  it.each([
    ["2026-11-30T00:00:00+09:00", "planned"],
    ["2026-12-01T02:59:59+09:00", "planned"],
    [FROM, "running"],
    ["2026-12-01T05:29:59+09:00", "running"],
    [UNTIL, "over"],
    ["2026-12-01T05:39:59+09:00", "over"],
    ["2026-12-01T05:40:00+09:00", undefined],
  ])("at %s is %s", (time, phase) => expect(phaseOf(plan(), at(time))).toBe(phase));

  it("without times is running, and does not end", () =>
    expect(phaseOf(parsePlan("{}"), Number.MAX_SAFE_INTEGER)).toBe("running"));

  it("is near from a day before", () => {
    expect(isNear(plan(), at("2026-11-30T02:59:59+09:00"))).toBe(false);
    expect(isNear(plan(), at("2026-11-30T03:00:01+09:00"))).toBe(true);
    expect(isNear(undefined, 0)).toBe(false);
  });
});

describe("a plan", () => {
  it.each([
    ["no JSON", "{", /JSON/],
    ["a time without a zone", '{"from":"2026-12-01T03:00:00"}', /^from: a time with its zone/],
    ["an end before the begin", `{"from":"${UNTIL}","until":"${FROM}"}`, /until is not after from/],
    ["an unknown area", '{"areas":["shop"]}', /^areas/],
    ["no area", '{"areas":[]}', /^areas/],
    ["a misspelt field", '{"form":"now"}', /Unrecognized/],
    ["a text of an unknown language", '{"text":{"fr":"x"}}', /Unrecognized/],
    ["a long file", `{"text":{"en":"${"x".repeat(30_000)}"}}`, /more than 20000 characters/],
  ])("with %s is refused", (_, text, message) => expect(() => parsePlan(text)).toThrow(message));
});

describe("a closed page", () => {
  const during = at("2026-12-01T04:00:00+09:00");
  const closed = (fields: object, path: string, method = "GET", now = during) =>
    isClosed(plan(fields), { method, path }, now);

  it.each(["/", "/news", "/store/products", "/my-page", "/dao", "/nowhere"])(
    "of the whole site: %s",
    (path) => expect(closed({}, path)).toBe(true),
  );

  it.each([
    "/store/products/complete",
    "/store/products/complete/begin",
    "/store/purchases/rebuild",
    "/sign-out",
  ])("is never %s, by which a payment under way ends", (path) => {
    for (const method of ["GET", "POST"]) expect(closed({}, path, method)).toBe(false);
  });
  it("is not the confirmation of an order, but another checkout", () => {
    expect(closed({}, "/store/products/7/checkout/confirm", "POST")).toBe(false);
    expect(closed({}, "/store/products/7/checkout")).toBe(true);
  });

  it.each([
    ["store", "/store", "/stores"],
    ["store", "/store/products/7", "/news"],
    ["accounts", "/my-page/profile", "/store"],
    ["accounts", "/sign-in/wallet-message", "/dao"],
    ["dao", "/dao/suggestions/1", "/support/faq"],
    ["support", "/support/inquiry", "/dao"],
  ])("of %s is %s, not %s", (area, path, open) => {
    expect([closed({ areas: [area] }, path), closed({ areas: [area] }, open)]).toEqual([true, false]);
  });

  it("is a new purchase from the stop on, and no page before the begin", () => {
    const before = at("2026-12-01T02:50:00+09:00");
    const fields = { stop: STOP };
    expect(closed(fields, "/store/products/7", "POST", before)).toBe(true);
    expect(closed(fields, "/store/products/7", "GET", before)).toBe(false);
    expect(closed(fields, "/store/products/complete", "POST", before)).toBe(false);
    expect(closed(fields, "/support/inquiry", "POST", before)).toBe(false);
    expect(closed(fields, "/store/products/7", "POST", at(STOP) - 1)).toBe(false);
    expect(closed({ ...fields, areas: ["dao"] }, "/store/products/7", "POST", before)).toBe(false);
  });

  it("leaves the other areas open", () =>
    expect(openAreas(plan({ areas: ["store", "dao"] }))).toEqual(["accounts", "support"]));
});

describe("the words", () => {
  it.each([
    ["ja", "12月1日", "3:00"],
    ["en", "1 December", "3:00"],
    ["ko", "12월 1일", "3:00"],
    ["zh", "12月1日", "3:00"],
  ] as const)("in %s have the times in Japan, and nothing unfilled", (lng, day, time) => {
    for (const fields of [
      {},
      { areas: ["store", "dao"] },
      { until: undefined },
      { areas: ["dao"], until: undefined },
    ]) {
      const said = sayPlan(plan(fields), lng);
      expect(JSON.stringify(said)).not.toMatch(/\{\{|undefined|Infinity|NaN|Invalid/);
      expect(said.planned).toContain(day);
      expect(said.planned).toContain(time);
    }
  });
  it("name the day of a period once, and Japan once", () => {
    const of = (until: string) => sayPlan(plan({ areas: ["store"], until }), "en").planned;
    expect(of("2026-12-01T05:30:00+09:00")).toBe(
      "From 03:00 on Tue 1 December (Japan time) to 05:30 only this part is closed: Store.",
    );
    expect(of("2026-12-02T01:00:00+09:00")).toBe(
      "From 03:00 on Tue 1 December (Japan time) to 01:00 on Wed 2 December only this part is closed: Store.",
    );
  });
  it("of a line are the plan's, what is closed, and that it is over", () => {
    const text = { en: "New lamps." };
    const of = (time: string, fields = {}) => lineOf(plan({ text, ...fields }), "en", at(time));
    expect(of("2026-11-30T00:00:00Z")?.text).toMatch(/^The islands close /);
    expect(of("2026-11-30T00:00:00Z")?.text, "the operator's text is on the details' page").not.toContain(
      "New lamps.",
    );
    expect(of("2026-11-30T19:00:00Z", { areas: ["dao"] })?.text).toBe("Closed for maintenance: DAO");
    expect(of(UNTIL)).toEqual({ text: "The lamps are lit again: maintenance is over." });
    expect(of("2026-12-02T00:00:00Z")).toBeUndefined();
    expect(lineOf(undefined, "en", 0)).toBeUndefined();
  });
});

describe("a pass", () => {
  const [secrets, until] = [["new-secret", "old-secret"], 1_000];
  const pass = makePass("link", secrets, until);
  it("works until its time, with each secret", () => {
    expect(isPass("link", secrets, pass, 999)).toBe(true);
    expect(isPass("link", ["another", "new-secret"], pass, 999)).toBe(true);
  });
  it.each([
    ["is over", pass, 1_000, secrets],
    ["is of another secret", pass, 1, ["another"]],
    ["has another time", pass.replace("1000", "9000"), 1, secrets],
    ["is a cookie's", makePass("cookie", secrets, until), 1, secrets],
    ["is empty", "", 1, secrets],
    ["is long", "1".repeat(100_000), 1, secrets],
  ])("does not work when it %s", (_, value, now, by) => expect(isPass("link", by, value, now)).toBe(false));
  it("is read from the cookies", () => {
    expect(passOf(`a=b; ${passCookie(pass, true)}`)).toBe(pass);
    expect(passOf("a=b")).toBe("");
    expect(passCookie(pass, true)).toMatch(/; HttpOnly; SameSite=Lax; Secure$/);
  });
});

describe("the file", () => {
  let folder: string;
  const write = (text: string) => writeFileSync(join(folder, "plan.json"), text);
  let passed = 0;
  const wait = (ms: number) => setClockOffset((passed += ms));
  beforeEach(() => {
    folder = newFolder();
    env().maintenanceFile = join(folder, "plan.json");
    wait(2_000);
  });
  afterEach(() => {
    rmSync(join(folder, "plan.json"), { force: true });
    wait(2_000);
    maintenancePlan();
    env().maintenanceFile = undefined;
  });

  it("is read at most once a second", () => {
    expect(maintenancePlan()).toBeUndefined();
    write("{}");
    expect(maintenancePlan()).toBeUndefined();
    wait(1_000);
    expect(maintenancePlan()).toMatchObject({ areas: "all" });
    rmSync(join(folder, "plan.json"));
    expect(maintenancePlan()).toMatchObject({ areas: "all" });
    wait(1_000);
    expect(maintenancePlan()).toBeUndefined();
  });

  it("that is not valid leaves the plan as it was", () => {
    write('{"areas":["dao"]}');
    expect(maintenancePlan()).toMatchObject({ areas: ["dao"] });
    write('{"areas":');
    wait(1_000);
    expect(maintenancePlan()).toMatchObject({ areas: ["dao"] });
  });
});
