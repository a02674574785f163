import { expect, it } from "vitest";
import { action } from "~/routes/account/find-password/route";
import { sandbox } from "../../mocks/server";
import { errorsOf, Visitor } from "../../setup/visitor";

it("an address that is asked for too often is answered 429, with the wait, and stays in its field", async () => {
  const { email } = await (await sandbox()).make({});
  const visitor = new Visitor();
  const send = () => visitor.post(action, "/find-password", { intent: "send", email: email ?? "" });
  // decisions.md, RATE_LIMIT_FACTOR: ten an hour per e-mail.
  for (let count = 1; count <= 10; count++) expect((await send()).location).toBe("/find-password/email-sent");
  const answer = await send();
  expect(answer.status).toBe(429);
  expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect(errorsOf(answer)[""]?.[0]).toMatch(/^errors:http\.429\?minutes=\d+$/);
  expect(answer.data.lastResult.initialValue.email).toBe(email);
});
