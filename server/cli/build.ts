/** `npm run build`: the Remix build, the two programs that run it, and compressed copies of what browsers load. */
import { build as bundle, type BuildOptions } from "esbuild";
import { spawn } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildStamp } from "./build-age";
import { projectRoot } from "./children";
import { precompress } from "./precompress";

/** Runs Remix's own build; ends this process with its code when it fails. */
async function buildRemix(): Promise<void> {
  const program = join(projectRoot, "node_modules/@remix-run/dev/dist/cli.js");
  const child = spawn(process.execPath, [program, "vite:build", "--logLevel", "warn"], {
    cwd: projectRoot,
    stdio: "inherit",
    env: { ...process.env, NODE_ENV: "production" },
  });
  const code = await new Promise<number>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (status) => resolve(status ?? 1));
  });
  if (code !== 0) process.exit(code);
}

/** For packages in CommonJS, which ask for Node's own modules. */
const requireOfNode = `import { createRequire } from "node:module"; const require = createRequire(import.meta.url);`;

const start = Date.now();
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
  // Node reads a map at every start, and wants only the places.
  sourcesContent: false,
  logLevel: "warning",
} satisfies BuildOptions;
// With its packages in a few files, the site starts with four fifths of the processor time (tests/served/program.test.ts).
await bundle({
  ...options,
  entryPoints: { site: "server/compose/main.ts" },
  splitting: true,
  chunkNames: "site/[name]-[hash]",
  external: ["@libsql/client", "pino", "redis"],
  banner: { js: requireOfNode },
  define: { "process.env.NODE_ENV": '"production"' },
  // What server/compose/index.ts imports as Remix's build: the one just made.
  alias: { "virtual:remix/server-build": "./build/server/index.js" },
});
// viem and hono are hundreds of files: as one, the sandbox starts in half the time. What is CommonJS stays outside.
await bundle({
  ...options,
  entryPoints: { sandbox: "server/sandbox/main.ts" },
  external: ["@libsql/client", "pino", "@fastify/busboy", "ws"],
});
const compressed = await precompress(join(projectRoot, "build/client"));
writeFileSync(join(projectRoot, buildStamp), "");
console.log(`Built in ${Math.round((Date.now() - start) / 1000)} s (${compressed} files compressed).`);
