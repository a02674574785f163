/** How the body of a form is read, and what is left out. */
import { describe, expect, it } from "vitest";
import { allowedFields, isTrapped, readFields, readForm } from "#server/forms/form.server";
import { mismatchMessage } from "#server/forms/form-spec.server";
import type { Session } from "#server/session/session.server";
import { member } from "../session/support";

/** Returns a body that arrives in chunks. @param cancelled called when the reader cancels it */
function bodyOf(chunks: (string | Uint8Array)[], cancelled: () => void = () => undefined) {
  const left = [...chunks];
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      const next = left.shift();
      if (next === undefined) controller.close();
      else controller.enqueue(typeof next === "string" ? new TextEncoder().encode(next) : next);
    },
    cancel: cancelled,
  });
}
const pairs = async (...chunks: (string | Uint8Array)[]) => [...(await readFields(bodyOf(chunks)))];
const fields = (count: number) => Array.from({ length: count }, (_, at) => `f${at}=1`).join("&");

describe("an urlencoded body", () => {
  it("is the fields that it names, wherever its chunks are cut", async () => {
    const bytes = new TextEncoder().encode("a=1&b=%E7%81%AF+x&a=灯&c");
    const whole = [
      ["a", "1"],
      ["b", "灯 x"],
      ["a", "灯"],
      ["c", ""],
    ];
    for (const at of [1, 4, 20, 21, 22])
      expect(await pairs(bytes.slice(0, at), bytes.slice(at))).toEqual(whole);
    expect(await pairs()).toEqual([]);
    expect([...(await readFields(null))]).toEqual([]);
  });

  it("has a hundred fields at most, however they arrive", async () => {
    expect(await pairs(fields(100))).toHaveLength(100);
    let cancels = 0;
    const cut = fields(101).indexOf("&f60");
    for (const chunks of [[fields(101)], [fields(101).slice(0, cut), fields(101).slice(cut), "&more=1"]])
      await expect(readFields(bodyOf(chunks, () => (cancels += 1)))).rejects.toThrow("too many fields");
    expect(cancels).toBe(2);
  });

  it("has 64 KiB at most", async () => {
    const most = `a=${"x".repeat(64 * 1024 - 2)}`;
    expect(await pairs(most)).toHaveLength(1);
    await expect(readFields(bodyOf([most, "x"]))).rejects.toThrow("too many bytes");
  });
});

describe("a request's form", () => {
  const request = (body: BodyInit, type?: string) =>
    new Request("http://localhost:3000/", {
      ...{ method: "POST", body },
      ...(type !== undefined && { headers: { "Content-Type": type } }),
    });
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
    const answer = await readForm(request(body, type)).catch((thrown: unknown) => thrown as Response);
    if (!(answer instanceof Response)) throw new Error("not refused");
    expect([answer.status, await answer.json()]).toEqual([400, { messageKey: "errors:http.unexpected" }]);
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

  it("catch a program that fills in everything", () => {
    const with_ = (value?: string | File) => {
      const form = new FormData();
      if (value !== undefined) form.set("website", value);
      return isTrapped(form);
    };
    expect([with_("x"), with_(""), with_(), with_(new File([], "x"))]).toEqual([true, false, false, false]);
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
