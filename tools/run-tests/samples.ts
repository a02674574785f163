/**
 * `npm run samples`: follows app/README.md literally in a copy of the project, and runs the checks that it names. A
 * comment before a code block gives its place: `write FILE`, `at the end of FILE`, "below `LINE` in FILE" (the line
 * that starts with LINE), "in place of `TEXT` in FILE". Braces in a file name stand for several files.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { copyProject } from "../../tests/kit/programs/project-copy";

interface Step {
  how: "write" | "at the end of" | "below" | "in place of";
  /** Existing line or text at the place of the change. */
  mark: string;
  files: string[];
  code: string;
}

/** Expands the braces of a path such as `{ja,en}/x.json`. */
function spread(path: string): string[] {
  const [all, list = ""] = /\{([^}]*)\}/.exec(path) ?? [];
  return all ? list.split(",").map((one) => path.replace(all, one)) : [path];
}

function stepsOf(text: string): Step[] {
  const pattern =
    /^( *)<!-- (write|at the end of|below|in place of) (?:`(.+)` in )?(\S+) -->\n+ *```\w+\n([\s\S]*?)\n *```$/gm;
  return [...text.matchAll(pattern)].map(([, indent = "", how, mark = "", path = "", code = ""]) => ({
    how: how as Step["how"],
    mark,
    files: spread(path),
    code: code.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
  }));
}

/**
 * Returns the file's text after the step.
 * @throws Error if the text to replace does not occur exactly once, or no line matches
 */
function applied({ how, mark, code }: Step, file: string, before: string): string {
  if (how === "write") return `${code}\n`;
  if (how === "at the end of") {
    return file.endsWith(".json") ? before.replace(/\n\}\s*$/, `,\n${code}\n}\n`) : `${before}${code}\n`;
  }
  const parts = how === "below" ? before.split("\n") : before.split(mark);
  if (how === "in place of") {
    if (parts.length !== 2) throw new Error(`${file}: "${mark}" stands there ${parts.length - 1} times`);
    return parts.join(code);
  }
  const at = parts.findIndex((line) => line.trim().startsWith(mark.trim()) || line.includes(mark));
  if (at < 0) throw new Error(`${file}: no line with "${mark}"`);
  // The formatter of app/README.md takes the indentation of YAML away.
  const below = file.endsWith(".yaml") ? code.replaceAll(/^(?=.)/gm, "  ") : code;
  return [...parts.slice(0, at + 1), below, ...parts.slice(at + 1)].join("\n");
}

const copy = copyProject();
const run = (program: string, ...args: string[]) => {
  const start = Date.now();
  execFileSync(program, args, { cwd: copy, stdio: ["ignore", "inherit", "inherit"] });
  console.log(`✓ ${[program, ...args].join(" ")} (${Math.round((Date.now() - start) / 1000)} s)`);
};
try {
  // A separate git repository, for tools that depend on changed files.
  run("git", "init", "--quiet");

  const steps = stepsOf(readFileSync(join(copy, "app/README.md"), "utf8"));
  const written = new Set<string>();
  for (const step of steps) {
    for (const file of step.files) {
      const path = join(copy, file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, applied(step, file, step.how === "write" ? "" : readFileSync(path, "utf8")));
      written.add(file);
    }
  }
  console.log(`${steps.length} pieces in ${written.size} files`);

  const files = [...written];
  run("npx", "oxfmt", ...files);
  run("npm", "run", "--silent", "routes");
  run("npm", "run", "--silent", "openapi");
  run("npm", "run", "--silent", "typecheck");
  run("npx", "oxlint", ...files.filter((file) => /\.tsx?$/.test(file)));
  run("npx", "vitest", "run", "--project", "unit", "tests/unit/sandbox/openapi.test.ts", "tests/unit/errors");
  const routes = ["tests/routes/islands.test.ts", "tests/routes/route-list.test.ts"];
  run("npx", "vitest", "run", "--project", "routes", ...routes);
  // Not the tests that read each language as it is written: the examples have their English texts in all four.
  const reading = ["next-steps.test.ts", "typography.test.ts"];
  const i18n = readdirSync(join(copy, "tests/unit/i18n")).filter((file) => !reading.includes(file));
  run("npx", "vitest", "run", "--project", "unit", ...i18n.map((file) => `tests/unit/i18n/${file}`));
} finally {
  rmSync(copy, { recursive: true, force: true });
}
