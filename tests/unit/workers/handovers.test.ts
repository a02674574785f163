import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { projectRoot } from "#server/cli/children";

it("a connection that a worker was given and had not taken ends with it: no visitor waits for nothing", () => {
  const program = ["--import", "tsx", "tests/setup/killed-workers.ts"];
  const told: unknown = JSON.parse(
    execFileSync(process.execPath, program, { cwd: projectRoot, encoding: "utf8", timeout: 50_000 }),
  );
  expect(told).toEqual({ answered: expect.any(Number), closed: expect.any(Number), hung: 0 });
  expect(told).not.toMatchObject({ closed: 0 });
});
