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
import { freePort } from "../setup/redis-server";

const VERSION = "15.5.29";
const folder = join(tmpdir(), `soria-next-peer-${VERSION}`);

type Node = string | [name: string, attributes: Record<string, unknown>, children: Node[]];

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" };
const decoded = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => entities[name] ?? "");
const voids = new Set(["area", "br", "col", "hr", "img", "input", "link", "meta", "source", "track", "wbr"]);

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

/** Parses HTML written by React, in which attributes are quoted and tags closed. Skips scripts, styles and comments. */
function treeOf(html: string): Node[] {
  const root: Node[] = [];
  const open: Node[][] = [root];
  const clean = html.replace(/<!--[\s\S]*?-->|<(script|style|noscript)\b[\s\S]*?<\/\1>/g, "");
  for (const [all, end, name, attributes = ""] of clean.matchAll(
    /<\/([\w-]+)>|<([\w-]+)((?:\s+[\w:-]+(?:="[^"]*")?)*)\s*\/?>|[^<]+/g,
  )) {
    const children = open.at(-1) ?? root;
    if (end) {
      if (open.length > 1) open.pop();
    } else if (name) {
      const given = [...attributes.matchAll(/([\w:-]+)(?:="([^"]*)")?/g)].map(([, key = "", value]) =>
        property(
          key.toLowerCase() === "viewbox" ? "viewBox" : key,
          value === undefined ? undefined : decoded(value),
        ),
      );
      const node: Node = [name, Object.fromEntries(given), []];
      children.push(node);
      if (!voids.has(name)) open.push(node[2]);
    } else children.push(decoded(all));
  }
  return root;
}

const page = (name: string) => `import { createElement, Fragment } from "react";
import tree from "./${name}.json";
export const dynamic = "force-dynamic";
const made = (node, key) =>
  typeof node === "string" ? node : createElement(node[0], { key, ...node[1] }, ...node[2].map(made));
export default function Page() {
  return createElement(Fragment, null, ...tree.map(made));
}
`;

export interface Peer {
  origin: string;
  stop: () => void;
}

/**
 * Builds and starts the peer.
 *
 * @param pages the site's HTML by path on the peer
 * @param site origin of the images
 * @returns undefined if npm cannot install Next or the build fails; npm's error is on stderr
 */
export async function startNextPeer(pages: Record<string, string>, site: string): Promise<Peer | undefined> {
  const files: Record<string, string> = {
    "package.json": JSON.stringify({
      private: true,
      dependencies: { next: VERSION, react: "^19.0.0", "react-dom": "^19.0.0" },
    }),
    "next.config.mjs": `export default {
  poweredByHeader: false,
  eslint: { ignoreDuringBuilds: true },
  rewrites: async () => ({ fallback: [{ source: "/:path*", destination: "${site}/:path*" }] }),
};
`,
    "app/layout.jsx":
      'export const metadata = { title: "Peer" };\nexport default function Layout({ children }) {\n  return <html lang="ja"><body>{children}</body></html>;\n}\n',
  };
  for (const [name, html] of Object.entries(pages)) {
    const body = /<body[^>]*>([\s\S]*)<\/body>/.exec(html)?.[1] ?? "";
    files[`app/${name}/page.jsx`] = page(name);
    files[`app/${name}/${name}.json`] = JSON.stringify(treeOf(body));
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
  return { origin, stop: () => child.kill() };
}
