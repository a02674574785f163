import { describe, expect, it } from "vitest";
import { CallLog, maskedBody, type CallEntry } from "#server/sandbox/switches/calls";
import { PASSWORD } from "../../mocks/sandbox";
import { withSandbox } from "./support";

const sandbox = withSandbox();

async function lastCall(): Promise<CallEntry & { sent: unknown; answered: unknown }> {
  const response = await sandbox.fetch(new Request("http://api.test/__calls"));
  const entry = ((await response.json()) as { calls: CallEntry[] }).calls.at(-1) as CallEntry;
  const read = (text: string | undefined): unknown => (text === undefined ? undefined : JSON.parse(text));
  return { ...entry, sent: read(entry.requestBody), answered: read(entry.responseBody) };
}

describe("the record of calls", () => {
  it("shows what was sent and answered, without password and tokens", async () => {
    const { data } = await sandbox.signIn("member@soria.test");
    const { sent, answered } = await lastCall();
    expect(sent).toEqual({ email: "member@soria.test", password: "***", language: "EN", platform: "WEB" });
    expect(answered).toEqual({
      result: 1,
      message: "SUCCESS",
      data: { ...data, accessToken: "***", refreshToken: "***", ecAccessToken: "***" },
    });
    expect(JSON.stringify(await lastCall())).not.toContain(PASSWORD);
  });

  it("shows a refusal and its data", async () => {
    const { email } = await sandbox.make();
    await sandbox.signIn(email, "Wrong-2024!");
    expect((await lastCall()).answered).toMatchObject({ result: 1200, data: { failed_count: 1 } });
  });

  it("shows the fields of a form, and a file by its name", async () => {
    const body = new FormData();
    const fields = { typeCode: "LOGIN_FAIL", language: "EN", name: "Mio", email: "a@b.co", subject: "s" };
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    body.set("message", "How?");
    body.set("file", new Blob([new Uint8Array([0x47, 0x49, 0x46, 0x38, 0x39, 0x61])]), "a.gif");
    await sandbox.call("/support/inquiries", { body });
    const { sent, answered } = await lastCall();
    expect(sent).toEqual({ ...fields, message: "How?", file: "a.gif" });
    expect(answered).toMatchObject({ result: 1 });
  });

  it("shows what a rule has changed, and nothing of a response that breaks off", async () => {
    await sandbox.faults([{ path: "/api/store", set: { "data.items": [] }, times: 1 }]);
    const { token } = await sandbox.signedIn();
    await sandbox.call("/store/products?page=1&size=10&scope=WEB", { token });
    expect((await lastCall()).answered).toMatchObject({ data: { items: [] } });

    await sandbox.faults([{ path: "/api/news", mode: "truncate", times: 1 }]);
    await sandbox.fetch(new Request("http://api.test/api/news?page=1&size=10&scope=WEB&language=EN"));
    expect(await lastCall()).toMatchObject({ path: "/api/news", answered: undefined });
  });

  it("keeps bodies of the last 500 calls only", () => {
    const log = new CallLog();
    for (let n = 0; n < 600; n++)
      log.add({
        at: "",
        method: "GET",
        path: "/api/news",
        query: "",
        status: 200,
        ms: 1,
        responseBody: "{}",
      });
    const { calls } = log.read();
    expect(calls.filter(({ responseBody }) => responseBody !== undefined)).toHaveLength(500);
    expect(calls).toHaveLength(600);
  });
});

it.each([
  ["a text that is no JSON", "password=Soria", "(no JSON, 14 characters)"],
  ["a long body", JSON.stringify({ content: "a".repeat(20_000) }), `{"content":"${"a".repeat(16_372)}…`],
  ["a secret deep in lists", '{"a":[{"token":"x"}]}', '{"a":[{"token":"***"}]}'],
  [
    "a wallet's text",
    '{"message":"wants you to sign in","signature":"0x1"}',
    '{"message":"***","signature":"***"}',
  ],
  ["an envelope", '{"message":"SUCCESS","data":null}', '{"message":"SUCCESS","data":null}'],
])("masks %s", (_, text, masked) => {
  expect(maskedBody(text)).toBe(masked);
});
