/** `npm run build`: the Remix build, the two programs that run it, and compressed copies of the browser's files. */
import { build as bundle, type BuildOptions } from "esbuild";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brandFolder, brandProblems } from "./brand-files";
import { buildStamp, brandName } from "./is-build-stale";
import { projectRoot } from "./children";
import { precompress } from "./precompress";
import { remixPatches } from "./remix-patches";

async function buildRemix(): Promise<void> {
  const program = join(projectRoot, "node_modules/@remix-run/dev/dist/cli.js");
  const child = spawn(process.execPath, [program, "vite:build", "--logLevel", "warn"], {
    cwd: projectRoot,
    stdio: "inherit",
    env: { ...process.env, NODE_ENV: "production" },
  });
  const [code] = (await once(child, "exit")) as [number | null];
  if (code !== 0) process.exit(code ?? 1);
}

/** For CommonJS packages, which require Node's built-in modules. */
const requireOfNode = `import { createRequire } from "node:module"; const require = createRequire(import.meta.url);`;

const start = Date.now();
const problems = brandProblems(brandFolder);
if (problems.length > 0) {
  process.stderr.write(`${brandFolder} is no complete brand (docs/branding.md):\n${problems.join("\n")}\n`);
  process.exit(1);
}
rmSync(join(projectRoot, "build"), { recursive: true, force: true });
await buildRemix();
const options = {
  absWorkingDir: projectRoot,
  outdir: "build",
  bundle: true,
  platform: "node",
  target: "node20",
  format: "esm",
  sourcemap: true,
  // Node reads the source map at every start and needs only positions.
  sourcesContent: false,
  logLevel: "warning",
  alias: { "#brand": brandFolder },
  // The programs have the brand in them.
  define: { "process.env.BRAND_DIR": "undefined" },
} satisfies BuildOptions;
// Bundling the packages into a few files saves a fifth of the CPU time of the site's start
// (tests/http/program.test.ts).
await bundle({
  ...options,
  entryPoints: { site: "server/compose/main.ts" },
  splitting: true,
  chunkNames: "site/[name]-[hash]",
  external: ["libsql", "pino", "redis"],
  banner: { js: requireOfNode },
  define: { ...options.define, "process.env.NODE_ENV": '"production"' },
  plugins: [remixPatches()],
  // server/compose/index.ts imports Remix's build: use the one just created.
  alias: { ...options.alias, "virtual:remix/server-build": "./build/server/index.js" },
});
// viem and hono have hundreds of files: bundled, the sandbox starts in half the time. CommonJS packages stay
// external.
await bundle({
  ...options,
  entryPoints: { sandbox: "server/sandbox/main.ts" },
  external: ["libsql", "pino", "ws"],
});
// For containers, which have no tsx.
await bundle({
  ...options,
  entryPoints: { backup: "server/cli/backup.ts" },
  external: ["libsql"],
});
// For the sandbox's desk, which reads style sheets and the logo.
cpSync(brandFolder, join(projectRoot, "build/brand"), {
  recursive: true,
  filter: (path) => !/\/public\/(og|media|icons)$/.test(path),
});
const compressed = await precompress(join(projectRoot, "build/client"));
writeFileSync(join(projectRoot, buildStamp), brandName());
console.log(`Built in ${Math.round((Date.now() - start) / 1000)} s (${compressed} files compressed).`);
