/** How the body of a form is read, and what is left out. */
import { describe, expect, it, vi } from "vitest";
import { EARLIER_TRAP_FIELD, PERSON_FIELD, TRAP_FIELD } from "~/domain/form-setup";
import { allowedFields, readForm } from "#server/forms/form.server";
import { personMark } from "#server/forms/form-signature.server";
import { trapMark } from "#server/forms/trap.server";
import { log } from "#server/observe/log.server";
import { mismatchMessage } from "#server/forms/form-spec.server";
import type { Session } from "#server/session/session.server";
import { member } from "../session/support";

const formType = "application/x-www-form-urlencoded";
const request = (body: BodyInit | null, type?: string) =>
  new Request("http://localhost:3000/", {
    ...{ method: "POST", body },
    ...(type !== undefined && { headers: { "Content-Type": type } }),
  });
const pairs = async (body: BodyInit | null) => [...(await readForm(request(body, formType)))];
const fields = (count: number) => Array.from({ length: count }, (_, at) => `f${at}=1`).join("&");

describe("an urlencoded body", () => {
  it("is the fields that it names", async () => {
    expect(await pairs("a=1&b=%E7%81%AF+x&a=灯&c")).toEqual([
      ["a", "1"],
      ["b", "灯 x"],
      ["a", "灯"],
      ["c", ""],
    ]);
    expect(await pairs("")).toEqual([]);
    expect(await pairs(null)).toEqual([]);
  });

  it("has a hundred fields at most", async () => {
    expect(await pairs(fields(100))).toHaveLength(100);
    await expect(pairs(fields(101))).rejects.toMatchObject({ status: 400 });
  });
});

describe("a request's form", () => {
  const statusOf = (work: Promise<unknown>) => work.catch((thrown: unknown) => (thrown as Response).status);

  it("is read from an urlencoded and from a multipart body", async () => {
    const many = request(fields(101), "Application/X-WWW-Form-Urlencoded; charset=utf-8");
    expect(await statusOf(readForm(many))).toBe(400);
    expect([...(await readForm(request("a=1", "application/x-www-form-urlencoded")))]).toEqual([["a", "1"]]);
    const form = new FormData();
    form.set("a", "1");
    expect([...(await readForm(request(form)))]).toEqual([["a", "1"]]);
  });

  it.each([
    ["no form", "{}", "application/json"],
    ["a truncated multipart", "--x\r\n", "multipart/form-data; boundary=x"],
    ["no type", new Uint8Array([1]), undefined],
    ["a type that only contains the one of forms", "a=1", "text/application/x-www-form-urlencoded"],
  ])("is 400 for %s", async (_, body, type) => {
    const response = await readForm(request(body, type)).catch((thrown: unknown) => thrown as Response);
    if (!(response instanceof Response)) throw new Error("not refused");
    expect([response.status, await response.json()]).toEqual([400, { messageKey: "errors:http.unexpected" }]);
  });

  it("whose visitor has gone fails with the connection's own error", async () => {
    const gone = new AbortController();
    const broken = new ReadableStream({
      pull(controller) {
        gone.abort();
        controller.error(new Error("connection closed"));
      },
    });
    const asked = new Request("http://localhost:3000/", {
      ...{ method: "POST", body: broken, signal: gone.signal, duplex: "half" },
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
    } as RequestInit);
    await expect(readForm(asked)).rejects.toThrow("connection closed");
  });
});

describe("the fields of a form", () => {
  it("are the named ones, the last of each, without files", () => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ a: "1", "items[50000000]": "x", file: "text" }))
      form.set(name, value);
    form.append("a", "2");
    form.set("file", new File(["x"], "x.png"));
    expect([...allowedFields(form, ["a", "file", "missing"])]).toEqual([["a", "2"]]);
  });

  describe("with the one that people do not see", () => {
    const trapped = (fields: Record<string, string | File>, form = "inquiry") => {
      const data = new FormData();
      for (const [name, value] of Object.entries(fields)) data.set(name, value);
      return trapMark(form, data);
    };

    it("catch a program that fills in everything", () => {
      const marks = ["x", "", new File([], "x")].map(
        (value) => trapped({ [TRAP_FIELD]: value }) !== undefined,
      );
      expect([...marks, trapped({}) !== undefined]).toEqual([true, false, false, false]);
      const logged = vi.spyOn(log, "info").mockImplementation(() => undefined);
      expect(trapped({ [EARLIER_TRAP_FIELD]: "https://spam.test" })).toBeDefined();
      expect(logged.mock.calls).toEqual([[{ security: "form-refused", what: "inquiry trap" }, "security"]]);
    });

    it("count as a person's when they are sent again, with the mark of this form, for an hour", () => {
      const mark = trapped({ [TRAP_FIELD]: "x" }) ?? "";
      const again = (person: string, form?: string) =>
        trapped({ [TRAP_FIELD]: "x", [PERSON_FIELD]: person }, form);
      expect(again(mark)).toBeUndefined();
      expect(again(mark, "sign-up-email")).toBeDefined();
      expect(again(`${Number(mark.slice(0, 13)) + 1}${mark.slice(13)}`)).toBeDefined();
      for (const none of ["x", `1${mark}`, `${mark}x`]) expect(again(none)).toBeDefined();
      // A clock that was put back gives no mark for later.
      const ahead = Number(mark.slice(0, 13)) + 60_000;
      expect(again(`${ahead}.${personMark("inquiry", ahead)}`)).toBeDefined();
      const marked = Number(mark.slice(0, 13));
      const clock = vi.spyOn(Date, "now").mockReturnValue(marked + 60 * 60_000 - 1);
      expect(again(mark)).toBeUndefined();
      clock.mockReturnValue(marked + 60 * 60_000);
      expect(again(mark)).toBeDefined();
    });
  });
});

describe("why a form is not good for its sender", () => {
  const session = (user?: object) => ({ user }) as unknown as Session;

  it("names the member who is signed in now", () => {
    const of = (user: object | undefined, lng: string) => mismatchMessage("member", session(user), lng);
    expect(of(undefined, "en")).toBe("common:form.stale.signedOut");
    const named = new URLSearchParams(of(member(), "en").split("?")[1]).get("name");
    expect(named).toContain("Sora");
    expect(of(member({ firstName: "", lastName: "" }), "en")).toBe(
      "common:form.stale.member?name=member%40soria.test",
    );
  });

  it.each(["release", "about"] as const)("says %s whoever it is", (reason) => {
    expect(mismatchMessage(reason, session(member()), "ja")).toBe(`common:form.stale.${reason}`);
  });
});
