/** Makes a second build of this checkout, as a deployment does: the same site with other script names. */
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildSources } from "#server/cli/is-build-stale";
import { projectRoot } from "#server/cli/children";

/**
 * Builds the copy. The caller removes it.
 * @returns its folder, for `startSite({ root })`
 */
export function makeOtherBuild(): string {
  const root = mkdtempSync(join(tmpdir(), "soria-build-"));
  for (const source of buildSources)
    cpSync(join(projectRoot, source), join(root, source), { recursive: true });
  symlinkSync(join(projectRoot, "node_modules"), join(root, "node_modules"));
  // A change in shared code would rename most scripts; this plugin renames all of them.
  const config = readFileSync(join(projectRoot, "vite.config.ts"), "utf8");
  const changed = config.replace(
    "    tailwindcss(),\n",
    `    tailwindcss(),\n    { name: "other-names", augmentChunkHash: () => "another build" },\n`,
  );
  if (changed === config) throw new Error("vite.config.ts has changed: its list of plugins is not found");
  writeFileSync(join(root, "vite.config.ts"), changed);
  writeFileSync(
    join(root, "app/styles/base.css"),
    `${readFileSync(join(projectRoot, "app/styles/base.css"), "utf8")}\n.another-build { color: inherit; }\n`,
  );
  execFileSync(process.execPath, ["--import", "tsx", "server/cli/build.ts"], { cwd: root, stdio: "inherit" });
  return root;
}
