import { readdirSync } from "node:fs";
import { dirname } from "node:path";

const folders = (path) =>
  readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${path}/${name}`);

/** Forbids imports from `from` to `to`, type imports included; `except` lists the allowed targets. */
const zone = (from, to, except, comment) => ({
  name: comment,
  severity: "error",
  from: { path: from },
  to: { path: to, ...(except ? { pathNot: except } : {}) },
});

/** Layers of server/, lowest first: a folder may import only folders of earlier lines, type imports included. */
export const layers = [
  ["runtime"],
  ["wire"],
  ["config"],
  ["errors"],
  ["observe"],
  ["store"],
  ["protocol"],
  ["maintenance"],
  ["limits"],
  ["api"],
  ["session"],
  ["forms"],
  ["uploads", "purchases"],
  ["island"],
  ["web"],
  ["http"],
  ["compose"],
  ["cli"],
];

const server = (folders) => `^server/(${folders.flat().join("|")})/`;

const layerRules = layers.flatMap((layer, n) => {
  const higher = [...layers.slice(n + 1), layer.length > 1 ? layer : []].flat();
  return layer
    .filter(() => higher.length > 0)
    .map((folder) => ({
      ...zone(server([folder]), server(higher), undefined, `server/${folder} imports only lower layers`),
      to: { path: server(higher), pathNot: server([folder]) },
    }));
});

/**
 * Import rules (docs/decisions/0017-imports.md), type imports included; `npm run lint` checks them.
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
      "^(server/(sandbox|wire|runtime)/|app/domain/brand-text)",
      "the sandbox shares only server/wire, server/runtime and the texts of the brand",
    ),
    zone("^(app/|server/(?!sandbox/))", "^server/sandbox/", undefined, "the site never imports the sandbox"),
    zone("^(app|server|conform)/", "^tests/", undefined, "only tests and tools import tests"),
    zone("^conform/", "^(app|server|tools)/", undefined, "the kit knows nothing of the site"),
    zone("^(app|server)/", "^conform/", undefined, "only tests import the kit"),
    zone(
      "^(app/|server/(?!sandbox/contract))",
      "^contract/",
      undefined,
      "the site never imports the contract",
    ),
    zone(
      "^contract/",
      "^(app|server|conform|tools)/",
      undefined,
      "the contract imports nothing of the project",
    ),
    zone("^(app|server)/", "^tools/", undefined, "only tests import tools"),
    {
      name: "no circle of folders in app",
      severity: "error",
      scope: "folder",
      from: { path: "^app/(components|routes)/" },
      to: { circular: true },
    },
    ...layerRules,
    zone(
      "^(app|server)/",
      "^server/",
      `^server/(${layers.flat().join("|")}|sandbox)/`,
      "every folder of server/ has a layer",
    ),
    zone(
      "^app/",
      "^server/(http|workers|compose|cli|store|limits)/",
      "^server/limits/rate-limit\\.server",
      "routes do not know the front",
    ),
    zone(
      "^app/(?!entry\\.server)",
      "^server/(web|runtime)/",
      "^server/runtime/clock\\.server",
      "only the server entry renders",
    ),
    zone(
      "^app/(?!routes/account/wallet-message/)",
      "^server/limits/",
      undefined,
      "a route limits its form by defineForm's option; the wallet's message is no form",
    ),
    ...folders("app/routes")
      .flatMap(folders)
      .map((route) =>
        zone(
          `^${route}/`,
          "^app/routes/",
          // Files that lie in the area itself are for all of its routes.
          `^(${route}/|${dirname(route)}/[^/]+$)`,
          `${route} imports no other route folder`,
        ),
      ),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(node_modules|build|public)/" },
    includeOnly: "^(app|server|tests|conform|contract|tools)/",
  },
};
