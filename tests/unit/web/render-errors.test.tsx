/** What the log says when a part of a page throws while the server renders it (app/entry.server.tsx). */
import type { AppLoadContext, EntryContext } from "@remix-run/node";
import type * as RemixReact from "@remix-run/react";
import { type ReactNode, Suspense } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import handleRequest from "~/entry.server";
import { log } from "#server/observe/log.server";

const shown = vi.hoisted((): { page: ReactNode } => ({ page: null }));
vi.mock("@remix-run/react", async (original) => ({
  ...(await original<typeof RemixReact>()),
  RemixServer: () => shown.page,
}));
vi.mock("~/inline-scripts.server", () => ({ inlineScripts: [] }));
/** Takes the messages that the page shows out of the session. */
const applySessionCookie = vi.hoisted(() => vi.fn());
vi.mock("#server/session/session.server", () => ({ applySessionCookie }));

const mistake = new Error("This part has a mistake.");
function Broken(): ReactNode {
  throw mistake;
}

const part = (
  <main>
    <h1>The rest</h1>
    <Suspense fallback="…">
      <Broken />
    </Suspense>
  </main>
);

/** Renders `shown.page` as the server would. */
function render(signal?: AbortSignal) {
  const request = new Request("http://localhost/", { signal: signal ?? null });
  const context = { staticHandlerContext: { loaderData: {}, matches: [] } } as unknown as EntryContext;
  const loadContext: AppLoadContext = { requestId: "r1" };
  return handleRequest(request, 200, new Headers(), context, loadContext);
}

beforeEach(() => {
  applySessionCookie.mockReset();
  vi.spyOn(log, "error").mockImplementation(() => {});
});

it("logs the error of a part of the page, which has no entity tag then", async () => {
  shown.page = part;
  const response = await render();
  expect(await response.text()).toContain("The rest");
  expect(response.headers.get("ETag")).toBeNull();
  await vi.waitFor(
    () =>
      expect(vi.mocked(log.error).mock.calls).toEqual([[{ err: mistake, requestId: "r1" }, "render failed"]]),
    { timeout: 20_000 },
  );
});

it("leaves an error of the whole page to its caller, so that it is logged once", async () => {
  shown.page = <Broken />;
  await expect(render()).rejects.toBe(mistake);
  expect(log.error).not.toHaveBeenCalled();
});

it("leaves the session's messages to the next page when the render fails, or nobody waits for it", async () => {
  shown.page = <Broken />;
  await expect(render()).rejects.toBe(mistake);
  shown.page = <main>The page</main>;
  expect((await render(AbortSignal.abort())).status).toBe(499);
  expect(applySessionCookie).not.toHaveBeenCalled();
  expect((await render()).status).toBe(200);
  expect(applySessionCookie).toHaveBeenCalledOnce();
});
