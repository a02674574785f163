import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const program = fileURLToPath(new URL("../../../server/runtime/check-node.cjs", import.meta.url));
const under = (version: string) =>
  spawnSync(
    process.execPath,
    [
      "-e",
      `Object.defineProperty(process, "versions", { value: { node: "${version}" } });
       Object.defineProperty(process, "version", { value: "v${version}" });
       require(${JSON.stringify(program)});`,
    ],
    { encoding: "utf8" },
  );

it.each(["16.20.2", "18.20.4", "20.18.3", "20.9.0"])("Node %s gets one sentence", (version) => {
  const { status, stderr } = under(version);
  expect([status, stderr]).toEqual([
    1,
    `The site needs Node.js 20.19 or later; this is v${version} (https://nodejs.org).\n`,
  ]);
});

it.each(["20.19.0", "22.0.0", "24.1.0", "26.0.0"])("Node %s starts", (version) =>
  expect(under(version)).toMatchObject({ status: 0, stderr: "" }),
);

it("is read by every Node, and runs before the programs", () => {
  expect(readFileSync(program, "utf8")).not.toMatch(/\b(?:import|await|class)\b|=>|\?\.|`/);
  const { scripts } = JSON.parse(
    readFileSync(fileURLToPath(new URL("../../../package.json", import.meta.url)), "utf8"),
  ) as { scripts: Record<string, string> };
  for (const name of ["start", "dev", "build"])
    expect(scripts[name]).toMatch(/^node server\/runtime\/check-node\.cjs && /);
});
