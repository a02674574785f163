import type * as RemixReact from "@remix-run/react";
import { createRequire } from "node:module";
import { expect, it } from "vitest";

/** The file that Node loads, as Remix's server does. */
const { matchRoutes } = createRequire(import.meta.url)("@remix-run/react") as typeof RemixReact;

it("ranks a table of routes at the first match only, and finds the same routes afterwards", () => {
  let reads = 0;
  const other = {
    id: "other",
    get path() {
      reads += 1;
      return "/news/:id";
    },
  };
  const table = [other, { id: "latest", path: "/news/latest" }];
  const idAt = (path: string) => matchRoutes(table, path)?.[0]?.route.id;
  expect(idAt("/news/latest")).toBe("latest");
  const readsOfFirst = reads;
  expect(readsOfFirst).toBeGreaterThan(0);
  expect(idAt("/news/7")).toBe("other");
  expect(idAt("/news/latest")).toBe("latest");
  expect(idAt("/nowhere")).toBeUndefined();
  expect(reads).toBe(readsOfFirst);
});

it("gives each request its own parameters", () => {
  const table = [{ id: "post", path: "/news/:id" }];
  const first = matchRoutes(table, "/news/1");
  const second = matchRoutes(table, "/news/2");
  expect(first?.[0]?.params).toEqual({ id: "1" });
  expect(second?.[0]?.params).toEqual({ id: "2" });
});

it("matches a layout's own path only where it ends, whichever page was asked for first", () => {
  const news = { id: "news", path: "news", children: [{ id: "post", path: ":id" }] };
  const table = [{ id: "root", path: "", children: [news] }];
  const idsAt = (path: string) => matchRoutes(table, path)?.map(({ route }) => route.id);
  expect(idsAt("/news/7")).toEqual(["root", "news", "post"]);
  expect(idsAt("/news")).toEqual(["root", "news"]);
  expect(idsAt("/news/7/more")).toBeUndefined();
  expect(idsAt("/nowhere")).toBeUndefined();
  expect(idsAt("/news/8")).toEqual(["root", "news", "post"]);
});
