import type { ServerBuild } from "@remix-run/node";
import { describe, expect, test } from "vitest";
import { routePatterns, canonicalPath } from "#server/http/canonical-path";

const routes = {
  root: { id: "root", path: "" },
  home: { id: "home", parentId: "root", index: true },
  "my-page": { id: "my-page", parentId: "root", path: "my-page" },
  history: { id: "history", parentId: "my-page", path: "history" },
  feed: { id: "feed", parentId: "root", path: "news/feed.xml" },
  post: { id: "post", parentId: "root", path: "news/:id" },
  mine: { id: "mine", parentId: "root", path: "dao/suggestions/mine" },
  suggestion: { id: "suggestion", parentId: "root", path: "dao/suggestions/:sId" },
  unknown: { id: "unknown", parentId: "root", path: "*" },
} as unknown as ServerBuild["routes"];
const patterns = routePatterns(routes);

describe("the spelling of an address", () => {
  test.each([
    ["/dao/suggestions/mine/", "/dao/suggestions/mine"],
    ["/DAO/Suggestions/MINE", "/dao/suggestions/mine"],
    ["/dao/suggestions/%6dine", "/dao/suggestions/mine"],
    ["/dao//suggestions//mine", "/dao/suggestions/mine"],
    ["//my-page/HISTORY//?page=2&Q=A%20b", "/my-page/history?page=2&Q=A%20b"],
    ["/News/Feed.XML", "/news/feed.xml"],
    ["/News/AbC", "/news/AbC"],
    ["/news/%31%32", "/news/12"],
    ["/news/a%2fb", "/news/a%2Fb"],
    ["//", "/"],
    ["/HealthZ/", "/healthz"],
  ])("%s is %s", (url, spelling) => {
    expect(canonicalPath(url, patterns)).toBe(spelling);
    expect(canonicalPath(spelling, patterns)).toBeUndefined();
  });

  test.each([
    "/",
    "/news/12",
    "/news/a%20b?x=1",
    "/nothing/",
    "/No/such/page/",
    "//evil.example/x",
    "/news/..",
    "/news/%2e%2e",
    "/%",
    "/assets/Root-AbC.js",
  ])("%s is left as it is", (url) => expect(canonicalPath(url, patterns)).toBeUndefined());
});
