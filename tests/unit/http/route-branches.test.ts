import { createRequestHandler, defer, json, redirect, type ServerBuild } from "@remix-run/node";
import { expect, test } from "vitest";
import { routeBranches } from "#server/http/route-branches";

type ServerRoute = NonNullable<ServerBuild["routes"][string]>;

/** Returns a page whose loader and action return its id and the params that they received. */
function page(id: string, path: string | undefined, more: Partial<ServerRoute> = {}): ServerRoute {
  return {
    id,
    parentId: "root",
    ...(path === undefined ? {} : { path }),
    module: {
      default: () => null,
      loader: ({ params }: { params: unknown }) => json({ id, params }),
      action: ({ params }: { params: unknown }) => json({ acted: id, params }),
    },
    ...more,
  } as ServerRoute;
}

const routes: Record<string, ServerRoute> = {
  root: {
    id: "root",
    path: "",
    module: { default: () => null, loader: () => json("root") },
  } as unknown as ServerRoute,
  home: page("home", undefined, { index: true }),
  news: page("news", "news"),
  post: page("post", "news/:id"),
  latest: page("latest", "news/latest", {
    module: { default: () => null, loader: () => redirect("/news/1") },
  } as Partial<ServerRoute>),
  mine: page("mine", "my-page"),
  profile: page("profile", undefined, { index: true, parentId: "mine" }),
  history: page("history", "history", {
    parentId: "mine",
    module: {
      default: () => null,
      loader: () => defer({ late: Promise.resolve("late") }),
      action: () => {
        throw new Response("no", { status: 409 });
      },
    },
  } as unknown as Partial<ServerRoute>),
  file: page("file", "my-page/history.csv", {
    module: { loader: () => new Response("a,b", { headers: { "Content-Type": "text/csv" } }) },
  } as unknown as Partial<ServerRoute>),
  failing: page("failing", "failing", {
    module: {
      default: () => null,
      loader: () => {
        throw new Response("gone", { status: 410 });
      },
    },
  } as unknown as Partial<ServerRoute>),
};

const build = {
  mode: "test",
  entry: {
    module: {
      default: (
        _request: Request,
        status: number,
        headers: Headers,
        context: { serverHandoffString: string },
      ) => new Response(context.serverHandoffString, { status, headers }),
    },
  },
  routes,
  assets: {
    entry: { imports: [], module: "" },
    routes: Object.fromEntries(Object.keys(routes).map((id) => [id, { id, module: `/${id}.js` }])),
    url: "",
    version: "",
  },
  future: {},
  isSpaMode: false,
} as unknown as ServerBuild;

test.each(
  [
    "/",
    "/?index",
    "/news",
    "/news/",
    "/NEWS",
    "/news/7",
    "/news/%E5%B3%B6",
    "/news/latest",
    "/my-page",
    "/my-page?index",
    "/my-page/history",
    "/my-page/history.csv",
    "/failing",
    "/nowhere",
    "/news/7/more",
    "/news?_data=news",
    "/news?_data=root",
    "/news?_data=post",
    "/news?_data=nothing",
    "/my-page?_data=mine",
    "/my-page/history?_data=history",
    "/failing?_data=failing",
  ].flatMap((url) => ["GET", "HEAD", "POST"].map((method) => [method, url] as const)),
)("%s %s is answered by its branch as by the whole table", async (method, url) => {
  const find = routeBranches(build, "test");
  const told = async (handle: ReturnType<typeof createRequestHandler>) => {
    const answer = await handle(new Request(`http://site${url}`, { method }));
    return { status: answer.status, headers: [...answer.headers], body: await answer.text() };
  };
  const { handle } = find(url.split("?")[0] ?? "");
  expect(await told(handle)).toEqual(await told(createRequestHandler(build, "test")));
});

test("a branch is made once for all its addresses", () => {
  const find = routeBranches(build, "test");
  expect(find("/news/1")).toBe(find("/news/2"));
  expect(find("/my-page/history").ids).toEqual(["root", "mine", "history"]);
  expect(find("/nowhere").ids).toEqual([]);
});
