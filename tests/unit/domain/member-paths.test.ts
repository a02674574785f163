import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { isMemberPath } from "~/domain/member-paths";

const rows = [...readFileSync("app/routes.md", "utf8").matchAll(/^\| `([^`]+)` \| (\w+) \|/gm)];

it("holds each address that only members get", () => {
  const members = rows.filter(([, , who]) => who === "member").map(([, path = ""]) => path);
  expect(members.length).toBeGreaterThan(20);
  expect(members.filter((path) => !isMemberPath(path))).toEqual([]);
});

it("holds no public page but those with a member's own data", () => {
  const open = rows.filter(([, path = "", who]) => who !== "member" && isMemberPath(path));
  const withoutPage = ["/store/products/complete/shown", "/support/inquiry/attachment"];
  expect(open.map(([, path = ""]) => path).filter((path) => !withoutPage.includes(path))).toEqual([
    "/support/inquiry",
    "/support/inquiries",
    "/support/inquiries/:id",
    "/dao",
  ]);
});
