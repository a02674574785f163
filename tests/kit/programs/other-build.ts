/** Makes other builds of this checkout: as a deployment does, with other script names, or of another brand. */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { buildSources } from "#server/cli/is-build-stale";
import { projectRoot } from "#server/cli/children";

/** Copies what a build needs. */
function copySources(): string {
  const root = mkdtempSync(join(tmpdir(), "soria-build-"));
  for (const source of buildSources)
    cpSync(join(projectRoot, source), join(root, source), { recursive: true });
  symlinkSync(join(projectRoot, "node_modules"), join(root, "node_modules"));
  return root;
}

function build(root: string, env: Record<string, string> = {}): string {
  execFileSync(process.execPath, ["--import", "tsx", "server/cli/build.ts"], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, ...env },
  });
  return root;
}

/**
 * Builds the copy. The caller removes it.
 * @returns its folder, for `startSite({ root })`
 */
export function makeOtherBuild(): string {
  const root = copySources();
  // A change in shared code would rename most scripts; this plugin renames all of them.
  const config = readFileSync(join(projectRoot, "vite.config.ts"), "utf8");
  const changed = config.replace(
    "    ownServerBuild(),\n",
    `    ownServerBuild(),\n    { name: "other-names", augmentChunkHash: () => "another build" },\n`,
  );
  if (changed === config) throw new Error("vite.config.ts has changed: its list of plugins is not found");
  writeFileSync(join(root, "vite.config.ts"), changed);
  writeFileSync(
    join(root, "app/styles/base.css"),
    `${readFileSync(join(projectRoot, "app/styles/base.css"), "utf8")}\n.another-build { color: inherit; }\n`,
  );
  return build(root);
}

/**
 * Builds a copy with another brand, and draws its share pictures if it has none. The caller removes it.
 *
 * @param folder the brand, relative to the project
 * @returns the copy's folder, and the brand's folder in it, for BRAND_DIR
 */
export function makeBuildOfBrand(folder: string): { root: string; brand: string } {
  const root = copySources();
  const brand = join(root, "other-brand");
  cpSync(resolve(projectRoot, folder), brand, { recursive: true });
  if (!existsSync(join(brand, "public/og")))
    execFileSync(process.execPath, ["--import", "tsx", "brand/art/share/render.ts"], {
      cwd: projectRoot,
      env: { ...process.env, BRAND_DIR: brand },
    });
  return { root: build(root, { BRAND_DIR: "other-brand" }), brand };
}
