/** The kit tells an API that it has to say which proposed fields it knows, because the site sends no other. */
import { describe, expect, it } from "vitest";
import { ConformSandbox, type Proxy } from "./sandbox";

const without: Proxy = async (request, next) => {
  const response = await next(request);
  response.headers.delete("known-fields");
  return response;
};

describe("an API that compares prices [M9.8]", () => {
  it.each<[string, Proxy, object[]]>([
    ["and says so has no finding", (request, next) => next(request), []],
    [
      "and does not say so has one, without which it would not fail",
      without,
      [{ kind: "missing", path: "header Known-Fields", found: "nothing" }],
    ],
  ])("%s", async (_, proxy, found) => {
    const of = await ConformSandbox.open();
    const report = await of.run(of.options({ rules: ["M9.8"] }), proxy);
    await of.close();
    expect(report.findings.list().filter(({ rule }) => rule === "M9.8")).toMatchObject(found);
    expect(report.findings.tried).toContain("M9.8");
  });
});
