/** The sample of docs/testing.md, identical except for the two URLs, so that the documented code keeps working. */
import { readFileSync } from "node:fs";
import { expect, test } from "../kit/browser/fixtures";
import { NEEDS_SANDBOX } from "../kit/programs/running-site";

const sandbox = process.env["SORIA_E2E_SANDBOX"] ?? "";
const site = process.env["SORIA_E2E_SITE"] ?? "";
test.skip(!sandbox, NEEDS_SANDBOX);

// begin
test("a member who is suspended reads why", async ({ page, request }) => {
  const made = await request.post(`${sandbox}/__members`, { data: { state: "suspended" } });
  const { email, password } = (await made.json()) as { email: string; password: string };

  await page.goto(`${site}/sign-in?lng=en`);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();

  await expect(page).toHaveURL(/\/access-denied$/);
  const { calls } = (await (await request.get(`${sandbox}/__calls`)).json()) as {
    calls: { method: string; path: string }[];
  };
  expect(calls.some(({ method, path }) => method === "POST" && path === "/api/auth/sign-in")).toBe(true);
});
// end

test("docs/testing.md shows this very test @no-scripts", () => {
  const text = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");
  const [, own = ""] = /\/\/ begin\n([^]*?)\/\/ end/.exec(text("./sample.spec.ts")) ?? [];
  const sample = own.replace("`${site}/sign-in?lng=en`", '"http://localhost:3000/sign-in?lng=en"');
  expect(text("../../docs/testing.md")).toContain(sample);
});
