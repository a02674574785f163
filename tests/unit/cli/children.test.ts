import { existsSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { builtOf, projectRoot, sourceOf } from "#server/cli/children";

// tests/http/starts.test.ts with STARTS=all tests the behaviour, in a project whose node_modules is a symbolic link.
it.each(["site", "sandbox"] as const)(
  "leaves the packages out of what restarts the %s, where they really are",
  (program) => {
    const args = sourceOf(program);
    const exclude = `--exclude=${realpathSync(join(projectRoot, "node_modules"))}/**`;
    expect(args).toContain(exclude);
    expect(args.indexOf(exclude)).toBeLessThan(args.length - 1);
  },
);

it("opens an inspector port of its own for each program, and only when asked", () => {
  for (const argsOf of [sourceOf, builtOf]) {
    expect(argsOf("site", true)).toContain("--inspect=127.0.0.1:9229");
    expect(argsOf("sandbox", true)).toContain("--inspect=127.0.0.1:9230");
    expect(argsOf("site").filter((arg) => arg.startsWith("--inspect"))).toEqual([]);
  }
  // tsx expects Node's flags before the script. Flags after it would become the script's arguments.
  expect(sourceOf("site", true).at(-1)).toBe("server/cli/development.ts");
});

it("has a launch configuration for each inspector port, and tasks for scripts that exist", () => {
  const read = (name: string) => readFileSync(join(projectRoot, name), "utf8");
  const { configurations } = JSON.parse(read(".vscode/launch.json")) as {
    configurations: { request: string; port?: number; program?: string; runtimeArgs?: string[] }[];
  };
  const ports = configurations.flatMap(({ request, port }) => (request === "attach" ? [port] : []));
  expect(ports).toEqual([9229, 9230]);
  for (const { program } of configurations)
    if (program) expect(existsSync(program.replace("${workspaceFolder}", projectRoot)), program).toBe(true);
  const { tasks } = JSON.parse(read(".vscode/tasks.json")) as { tasks: { script: string }[] };
  const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
  const used = [...tasks.map(({ script }) => script), ...configurations.flatMap(scriptOf)];
  expect(used.length).toBeGreaterThan(4);
  expect(used.filter((script) => scripts[script] === undefined)).toEqual([]);
});

const scriptOf = ({ runtimeArgs: [run, script] = [] }: { runtimeArgs?: string[] }) =>
  run === "run" && script !== undefined ? [script] : [];
