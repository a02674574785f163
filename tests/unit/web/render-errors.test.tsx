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
vi.mock("#server/purchases/reconcile.server", () => ({ startReconciler: () => {} }));
vi.mock("#server/uploads/disk-uploads.server", () => ({ startUploadSweeps: () => {} }));

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

/** Renders `shown.page` for a visitor with scripts, or for one without, who gets the page as a whole. */
function render({ scripts }: { scripts: boolean }) {
  const headers = scripts ? { Cookie: "scripts=1" } : undefined;
  const request = new Request("http://localhost/", { headers });
  const context = { staticHandlerContext: { loaderData: {}, matches: [] } } as unknown as EntryContext;
  const loadContext = { requestId: "r1", cspNonce: "n" } as AppLoadContext;
  return handleRequest(request, 200, new Headers(), context, loadContext);
}

beforeEach(() => {
  vi.spyOn(log, "error").mockImplementation(() => {});
});

it.each([{ scripts: true }, { scripts: false }])(
  "logs the error of a part of the page (%o)",
  async (mode) => {
    shown.page = part;
    const response = await render(mode);
    expect(await response.text()).toContain("The rest");
    expect(vi.mocked(log.error).mock.calls).toEqual([[{ err: mistake, requestId: "r1" }, "render failed"]]);
  },
);

it("leaves an error of the whole page to its caller, so that it is logged once", async () => {
  shown.page = <Broken />;
  await expect(render({ scripts: true })).rejects.toBe(mistake);
  expect(log.error).not.toHaveBeenCalled();
});
