/**
 * Peer of the benchmarks: a Next 15 site that renders pages with the same elements and texts as the site's, anew for
 * each request. A server component renders the tree parsed from the site's HTML, so API data are constants there.
 * Images come from the site, styles are left out. The peer is built in a temporary folder with packages from `npm i`.
 */
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../kit/programs/redis-server";
import { bodyOf, type TreeNode } from "./peers/page-tree";

const VERSION = "15.5.29";
const folder = join(tmpdir(), `soria-next-peer-${VERSION}`);

/** A text, or name, properties and children of a React element. */
type Node = string | [name: string, properties: Record<string, unknown>, children: Node[]];

/** Returns the name and value of the React property for an HTML attribute. */
function property(name: string, value: string | undefined): [string, unknown] {
  if (name === "class") return ["className", value];
  if (name === "for") return ["htmlFor", value];
  // Avoids React's requirement of an onChange handler for controlled fields.
  if (name === "value") return ["defaultValue", value];
  if (name === "checked") return ["defaultChecked", true];
  if (name === "style") {
    const rules = (value ?? "").split(";").filter(Boolean);
    const camel = (key: string) =>
      key.startsWith("--") ? key : key.replace(/-(\w)/g, (_, c: string) => c.toUpperCase());
    return [
      "style",
      Object.fromEntries(
        rules.map((rule) => {
          const at = rule.indexOf(":");
          return [camel(rule.slice(0, at).trim()), rule.slice(at + 1).trim()];
        }),
      ),
    ];
  }
  return [name, value ?? true];
}

function nodeOf(node: TreeNode): Node {
  if (typeof node === "string") return node;
  const { name, attributes, children } = node;
  const properties = attributes.map(([key, value]) =>
    property(key.toLowerCase() === "viewbox" ? "viewBox" : key, value === "" ? undefined : value),
  );
  return [name, Object.fromEntries(properties) as Record<string, unknown>, children.map(nodeOf)];
}

/** How Next makes its pages: anew for each request, or once, at the build. */
type Rendering = "force-dynamic" | "force-static";

const page = (name: string, rendering: Rendering) => `import { createElement, Fragment } from "react";
import tree from "./${name}.json";
export const dynamic = "${rendering}";
const made = (node, key) =>
  typeof node === "string" ? node : createElement(node[0], { key, ...node[1] }, ...node[2].map(made));
export default function Page() {
  return createElement(Fragment, null, ...tree.map(made));
}
`;

export interface Peer {
  origin: string;
  pid: number;
  stop: () => void;
}

/**
 * Builds and starts the peer.
 *
 * @param pages the site's HTML by path on the peer
 * @param site origin of the images
 * @param cacheControl by page; default: Next's own
 * @returns undefined if npm cannot install Next or the build fails; npm's error is on stderr
 */
export async function startNextPeer(
  pages: Record<string, string>,
  site: string,
  rendering: Rendering = "force-dynamic",
  cacheControl: Record<string, string> = {},
): Promise<Peer | undefined> {
  const headers = Object.entries(cacheControl).map(([name, value]) => ({
    source: `/${name}`,
    headers: [{ key: "Cache-Control", value }],
  }));
  const files: Record<string, string> = {
    "package.json": JSON.stringify({
      private: true,
      dependencies: { next: VERSION, react: "^19.0.0", "react-dom": "^19.0.0" },
    }),
    "next.config.mjs": `export default {
  poweredByHeader: false,
  eslint: { ignoreDuringBuilds: true },
  headers: async () => (${JSON.stringify(headers)}),
  rewrites: async () => ({ fallback: [{ source: "/:path*", destination: "${site}/:path*" }] }),
};
`,
    "app/layout.jsx":
      'export const metadata = { title: "Peer" };\nexport default function Layout({ children }) {\n  return <html lang="ja"><body>{children}</body></html>;\n}\n',
  };
  for (const [name, html] of Object.entries(pages)) {
    files[`app/${name}/page.jsx`] = page(name, rendering);
    files[`app/${name}/${name}.json`] = JSON.stringify(bodyOf(html).body.map(nodeOf));
  }
  // Removes the pages of an earlier run.
  rmSync(join(folder, "app"), { recursive: true, force: true });
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const env = {
    ...process.env,
    NODE_ENV: "production" as const,
    NEXT_TELEMETRY_DISABLED: "1",
    NEXT_IGNORE_INCORRECT_LOCKFILE: "1",
  };
  const run = (program: string, ...args: string[]) =>
    spawnSync(program, args, { cwd: folder, stdio: ["ignore", "ignore", "inherit"], env }).status === 0;
  const next = join(folder, "node_modules/next/dist/bin/next");
  if (!run("npm", "install", "--no-audit", "--no-fund") || !run(process.execPath, next, "build"))
    return undefined;
  const port = await freePort();
  const child: ChildProcess = spawn(process.execPath, [next, "start", "-p", String(port)], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
    env,
  });
  const origin = `http://127.0.0.1:${port}`;
  const first = `${origin}/${Object.keys(pages)[0]}`;
  for (let tries = 0; !(await fetch(first).catch(() => undefined))?.ok; tries += 1) {
    if (tries > 300) throw new Error("Next does not answer.");
    await pause(100);
  }
  return { origin, pid: child.pid ?? 0, stop: () => child.kill() };
}
