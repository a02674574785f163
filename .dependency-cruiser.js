import { readdirSync } from "node:fs";

const folders = (path) =>
  readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${path}/${name}`);

/** Files below `from` import nothing below `to`, type imports included; `except` says where they may all the same. */
const zone = (from, to, except, comment) => ({
  name: comment,
  severity: "error",
  from: { path: from },
  to: { path: to, ...(except ? { pathNot: except } : {}) },
});

/**
 * Who may import whom (docs/decisions/0017-imports.md), with types counted; `npm run lint` runs it.
 *
 * @type {import("dependency-cruiser").IConfiguration}
 */
export default {
  forbidden: [
    { name: "no circle, types counted", severity: "error", from: {}, to: { circular: true } },
    zone("^app/domain/", "^(app|server)/", "^app/domain/", "domain imports nothing"),
    zone("^app/i18n/", "^(app|server)/", "^app/(i18n|domain)/", "i18n imports domain only"),
    zone(
      "^app/components/",
      "^(app|server)/",
      "^app/(components|domain|i18n|styles)/",
      "components import domain and i18n only",
    ),
    zone("^server/", "^app/", "^app/domain/", "server imports domain only"),
    zone(
      "^server/sandbox/",
      "^(app|server)/",
      "^server/(sandbox|wire|runtime)/",
      "the sandbox shares only server/wire and server/runtime",
    ),
    zone("^(app/|server/(?!sandbox/))", "^server/sandbox/", undefined, "the site never imports the sandbox"),
    zone("^(app|server)/", "^tests/", undefined, "only tests import tests"),
    ...folders("app/routes")
      .flatMap(folders)
      .map((route) =>
        zone(`^${route}/`, "^app/routes/", `^${route}/`, `${route} imports no other route folder`),
      ),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(node_modules|build|public)/" },
    includeOnly: "^(app|server|tests)/",
  },
};
