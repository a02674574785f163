import express from "express";
import { createServer } from "node:http";
import { expect, test } from "vitest";
import { errorPage, withErrorsShown } from "#server/cli/development-error";
import { closed, listening } from "../../kit/programs/listening";

test("a module that cannot be read: its message, place and lines, nothing of it as HTML", () => {
  const error = Object.assign(new Error('Expected ">" but found <b>'), {
    id: "app/routes/news/list/route.tsx",
    loc: { file: "app/routes/news/list/route.tsx", line: 7, column: 3 },
    frame: "7 |  <div <b>\n  |       ^",
  });
  const page = errorPage(error);
  expect(page).toContain("app/routes/news/list/route.tsx:7:3");
  expect(page).toContain("&lt;div &lt;b&gt;");
  expect(page).not.toContain("<b>");
});

test("a page that fails is answered with it, and asked for again; a form is not", async () => {
  const mapped: string[] = [];
  const app = express();
  app.use(
    withErrorsShown(
      (_req, _res, next) => next(new Error("no such module")),
      (error) => mapped.push(error.message),
    ),
  );
  const server = createServer(app);
  const address = `${await listening(server)}/news`;
  try {
    const page = await fetch(address);
    expect(page.status).toBe(500);
    expect(page.headers.get("refresh")).toBe("2");
    expect(await page.text()).toContain("no such module");
    const form = await fetch(address, { method: "POST" });
    expect(form.headers.get("refresh")).toBeNull();
    expect(mapped).toEqual(["no such module", "no such module"]);
  } finally {
    await closed(server);
  }
});
