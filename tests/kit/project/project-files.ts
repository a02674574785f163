import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "#server/cli/children";

/** Names of folders and endings of files that are no part of the project. */
const ignored = readFileSync(join(projectRoot, ".gitignore"), "utf8").split("\n").filter(Boolean);
const isIgnored = (name: string, isFolder: boolean) =>
  name === ".git" ||
  ignored.some((rule) =>
    rule.startsWith("*")
      ? !isFolder && name.endsWith(rule.slice(1))
      : rule === (isFolder ? `${name}/` : name),
  );

/**
 * Returns the project's files, which need not be committed. Reads the disk, because a checkout may come without git.
 *
 * @param under folders; default: the whole project
 * @returns paths from the project's root, in order
 */
export function projectFiles(...under: string[]): string[] {
  const filesIn = (folder: string): string[] =>
    readdirSync(join(projectRoot, folder), { withFileTypes: true }).flatMap((entry) => {
      if (isIgnored(entry.name, entry.isDirectory())) return [];
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      return entry.isDirectory() ? filesIn(path) : [path];
    });
  return (under.length === 0 ? [""] : under).flatMap(filesIn).sort();
}
