import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { projectRoot } from "#server/cli/children";
import { projectFiles } from "../project/project-files";

/**
 * Copies the project including uncommitted files, together with its packages.
 *
 * @param packages `linked`: node_modules is a symbolic link to this project's
 * @returns its folder
 */
export function copyProject(packages: "copied" | "linked" = "copied"): string {
  const copy = mkdtempSync(join(tmpdir(), "soria-copy-"));
  for (const file of projectFiles()) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(projectRoot, file), join(copy, file));
  }
  const modules = [join(projectRoot, "node_modules"), join(copy, "node_modules")];
  if (packages === "linked") {
    symlinkSync(join(projectRoot, "node_modules"), join(copy, "node_modules"));
    return copy;
  }
  try {
    // Hard links take a second instead of a minute, but are impossible across file systems.
    execFileSync("cp", ["-al", ...modules], { stdio: "ignore" });
  } catch {
    execFileSync("cp", ["-a", ...modules]);
  }
  for (const made of [".vite", ".vite-temp", ".cache"]) {
    rmSync(join(copy, "node_modules", made), { recursive: true, force: true });
  }
  return copy;
}
