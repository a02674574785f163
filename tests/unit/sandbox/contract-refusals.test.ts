/** The sandbox rejects what contract/openapi.yaml does not allow, field by field, and names the field. */
import { beforeAll, describe, expect, it } from "vitest";
import { readContract } from "../../../contract/openapi";
import type { ContractCall, Field } from "../../../contract/types";
import { withSandbox } from "./support";

const { calls } = readContract();
type Fields = Record<string, unknown>;

const sandbox = withSandbox();
let tokens: Record<string, string>;
let inquiry: string;
beforeAll(async () => {
  const member = await sandbox.make({ inquiries: [{}] });
  inquiry = member.inquiries[0] ?? "";
  const { data } = await sandbox.signIn(member.email, member.password);
  tokens = { access: data.accessToken, refresh: data.refreshToken, ec: data.ecAccessToken };
});

/** Sends the contract's example of a call with changed fields. */
async function send(call: ContractCall, change: (fields: Fields, where: "query" | "body") => Fields) {
  const { params, query, body } = call.example;
  const isForm = call.body.type === "multipart";
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name]));
  const base = call.service === "order" ? "order-service" : "api";
  const url = new URL(`http://api.test/${base}/${path.replace(/INQ-\w+/, inquiry)}`);
  for (const [name, value] of Object.entries(change(query, "query")))
    url.searchParams.set(name, String(value));
  const token = tokens[call.auth === "optional" ? "access" : call.auth];
  const fields = body === undefined ? undefined : change(body as Fields, "body");
  let content: FormData | string | undefined = fields && JSON.stringify(fields);
  if (isForm) {
    content = new FormData();
    for (const [name, value] of Object.entries(fields ?? {}))
      if (name !== "file") content.set(name, String(value));
  }
  const response = await sandbox.fetch(
    new Request(url, {
      method: call.method,
      headers: {
        ...(token && { Authorization: `Bearer ${token}` }),
        ...(typeof content === "string" && { "Content-Type": "application/json" }),
      },
      ...(content !== undefined && { body: content }),
    }),
  );
  return { status: response.status, body: (await response.json()) as { message: string } };
}

const isBinding = ({ basis, isOpen }: Field) => basis !== "proposed" && !isOpen;
const cases = calls.flatMap((call) =>
  [
    ...call.query.map((field) => ["query", field] as const),
    ...call.body.fields.map((field) => ["body", field] as const),
  ]
    .filter(([, field]) => isBinding(field))
    .map(([where, field]) => [call.id, where, field.name, call, field] as const),
);

describe("a field that has to be there", () => {
  it.each(cases.filter(([, , , , field]) => field.isRequired))(
    "%s without %s %s is refused",
    async (_, place, name, call) => {
      const { status, body } = await send(call, (fields, where) => {
        const { [name]: _left, ...rest } = fields;
        return where === place ? rest : fields;
      });
      expect([status, body.message]).toEqual([400, expect.stringContaining(name)]);
    },
  );
});

describe("a field with a list of values", () => {
  it.each(cases.filter(([, , , , field]) => field.schema.enum ?? field.schema.const))(
    "%s with another value of %s %s is refused",
    async (_, place, name, call) => {
      const { status, body } = await send(call, (fields, where) =>
        where === place ? { ...fields, [name]: "NONSENSE" } : fields,
      );
      expect([status, body.message]).toEqual([400, expect.stringContaining(name)]);
    },
  );
});

it("who was suspended gets no new tokens", async () => {
  const { member, refresh } = await sandbox.signedIn();
  await sandbox.services.db.run(
    "UPDATE members SET suspended_at = ?, suspended_ms = 86400000, suspended_reason = '{}' WHERE id = ?",
    [sandbox.clock.now, member.id],
  );
  expect(await sandbox.call("/auth/refresh/session", { token: refresh })).toMatchObject({ result: 1118 });
  expect(await sandbox.call("/auth/refresh/access-token", { token: refresh })).toMatchObject({ status: 401 });
});

it.each([
  ["users/zz", 401],
  ["store", 401],
  ["usersx/a", 404],
  ["support/store", 404],
])("an unknown path /api/%s is answered with %i", async (path, status) => {
  expect((await sandbox.fetch(new Request(`http://api.test/api/${path}`))).status).toBe(status);
});
