/** `npm run build`: the server build, the programs, and the browser's files with compressed copies. */
import { build as bundle, type BuildOptions } from "esbuild";
import { cpSync, rmSync, writeFileSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { brandCopies, brandFolder, brandProblems } from "./brand-files";
import { buildStamp, brandName } from "./is-build-stale";
import { projectRoot, runScript } from "./children";

/** Compressible extensions; images, fonts and videos are compressed already. */
const compressible = new Set([".js", ".css", ".svg", ".json", ".txt", ".xml", ".html", ".ico", ".map"]);
/** Smaller files fit into one packet anyway. */
const LEAST_BYTES = 1_000;

/** Returns the number of compressed files. */
async function precompress(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && compressible.has(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name));
  const done = await Promise.all(files.map(compressOne));
  return done.filter(Boolean).length;
}

async function compressOne(file: string): Promise<boolean> {
  const content = await readFile(file);
  if (content.length < LEAST_BYTES) return false;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
  await writeFile(`${file}.br`, await promisify(brotliCompress)(content, { params }));
  return true;
}

const start = Date.now();
const problems = brandProblems(brandFolder);
if (problems.length > 0) {
  process.stderr.write(`${brandFolder} is no complete brand (docs/branding.md):\n${problems.join("\n")}\n`);
  process.exit(1);
}
const copies = brandCopies(brandFolder);
if (copies.length > 0) {
  process.stdout.write(`Still the first brand's files (docs/branding.md): ${copies.join(", ")}\n`);
}
rmSync(join(projectRoot, "build"), { recursive: true, force: true });
const remix = "node_modules/@remix-run/dev/dist/cli.js";
await runScript([remix, "vite:build", "--logLevel", "warn"], { NODE_ENV: "production" });
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
// Only the program; it loads the server build, which Vite has written.
await bundle({ ...options, entryPoints: { site: "server/compose/main.ts" } });
// viem and hono have hundreds of files: bundled, the sandbox starts in half the time. CommonJS packages stay
// external.
await bundle({
  ...options,
  entryPoints: { sandbox: "server/sandbox/main.ts" },
  // The check of the contract (`--contract`) is a file of its own: only tests have its packages.
  splitting: true,
  chunkNames: "sandbox-[name]-[hash]",
  external: ["libsql", "pino", "ws", "ajv", "ajv-formats", "yaml"],
});
// For containers, which have no tsx.
await bundle({
  ...options,
  entryPoints: { backup: "server/cli/backup.ts", maintenance: "server/cli/maintenance.ts" },
  external: ["libsql", "pino"],
});
// For the sandbox's desk.
cpSync(brandFolder, join(projectRoot, "build/brand"), {
  recursive: true,
  filter: (path) => path !== join(brandFolder, "art") && !/\/public\/(og|media|icons)$/.test(path),
});
const compressed = await precompress(join(projectRoot, "build/client"));
writeFileSync(join(projectRoot, buildStamp), brandName());
console.log(`Built in ${Math.round((Date.now() - start) / 1000)} s (${compressed} files compressed).`);
