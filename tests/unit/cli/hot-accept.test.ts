import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, it, vi } from "vitest";
import { acceptAtOnce } from "#server/cli/hot-accept-plugin";

/** The end of each module as the installed Remix writes it. */
const [, footer = ""] =
  /REACT_REFRESH_FOOTER = `([^]*?)`;/.exec(
    readFileSync(createRequire(import.meta.url).resolve("@remix-run/dev/dist/vite/plugin.js"), "utf8"),
  ) ?? [];
const end = footer
  .replaceAll("__SOURCE__", '"/app/a.tsx"')
  .replaceAll("__ROUTE_ID__", '"routes/a"')
  .replaceAll("__ACCEPT_EXPORTS__", '["meta"]');

function transform(code: string): string | undefined {
  const { transform: hook } = acceptAtOnce();
  if (typeof hook !== "function") throw new Error("no transform");
  const fail = (message: string) => {
    throw new Error(message);
  };
  const changed = hook.call({ error: fail } as never, code, "/app/a.tsx", {}) as { code: string } | undefined;
  return changed?.code;
}

/** Runs the end of a module whose import of itself has not come yet. */
function run(code: string) {
  const accept = vi.fn<(take: (next: unknown) => unknown) => void>();
  const updates = new Map<string, unknown>();
  let come = (_own: unknown): void => undefined;
  const runtime = {
    __hmr_import: () => new Promise((resolve) => (come = resolve)),
    registerExportsForReactRefresh: vi.fn(),
    validateRefreshBoundaryAndEnqueueUpdate: vi.fn(() => undefined),
  };
  const text = code.replaceAll("import.meta", "meta");
  new Function("meta", "window", "RefreshRuntime", "inWebWorker", "prevRefreshReg", "prevRefreshSig", text)(
    { hot: { accept, invalidate: vi.fn() }, url: "http://localhost/app/a.tsx" },
    { __remixRouteModuleUpdates: updates },
    runtime,
    false,
    undefined,
    undefined,
  );
  return { accept, updates, runtime, come: (own: unknown) => come(own) };
}

it("as Remix has it a module does not take its next version before it has imported itself", () => {
  expect(run(end).accept).not.toHaveBeenCalled();
});

it("takes the next version at once, and compares it with its own when that is there", async () => {
  const { accept, updates, runtime, come } = run(transform(`const a = 1;${end}`) ?? "");
  const [take] = accept.mock.calls[0] ?? [];
  const next = { default: () => "next" };
  const taken = take?.(next);
  const own = { default: () => "own" };
  come(own);
  await taken;
  expect(updates.get("routes/a")).toBe(next);
  expect(runtime.registerExportsForReactRefresh).toHaveBeenCalledWith("/app/a.tsx", own);
  expect(runtime.validateRefreshBoundaryAndEnqueueUpdate).toHaveBeenCalledWith(own, next, ["meta"]);
});

it("leaves modules without components, and stops when Remix has changed", () => {
  expect(transform("export const a = 1;")).toBeUndefined();
  expect(() => transform("RefreshRuntime.__hmr_import(import.meta.url).finally()")).toThrow(/has changed/);
});
