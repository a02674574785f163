/** What a test run uses from the machine, and what it may install or change there. */
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { projectRoot } from "#server/cli/children";
import { integrityOf, isPackagedThere, packaged } from "../../setup/chromium";
import { mayInstall, missingError } from "../../setup/tools";

const folders: string[] = [];
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});
function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "soria-tools-"));
  folders.push(path);
  return path;
}

describe("packages of the system", () => {
  it.each<[Record<string, string>, boolean]>([
    [{}, false],
    [{ CI: "" }, false],
    [{ CI: "false" }, false],
    [{ CI: "true" }, true],
    [{ INSTALL_PACKAGES: "1" }, true],
  ])("are installed with %j: %s", (environment, expected) => {
    expect(mayInstall({ NODE_ENV: "test", ...environment })).toBe(expected);
  });

  it("are not installed unasked: a missing Redis stops the run with one command, also as root", () => {
    const bin = folder();
    const called = join(bin, "called");
    for (const name of ["apt-get", "sudo"]) {
      writeFileSync(join(bin, name), `#!/bin/sh\necho "${name} $*" >> ${called}\n`);
      chmodSync(join(bin, name), 0o755);
    }
    const { status, stderr, stdout } = spawnSync(
      process.execPath,
      ["--import", "tsx", "tests/setup/run-all.ts", "unit", "no-such-file"],
      {
        cwd: projectRoot,
        encoding: "utf8",
        env: {
          NODE_ENV: "test",
          PATH: `${bin}:${process.env["PATH"]}`,
          REDIS_SERVER: "/nowhere/redis-server",
        },
      },
    );
    expect(status).toBe(1);
    expect(stderr.trim()).toBe(missingError(["redis-server"]).message);
    expect(stderr).toContain("apt-get install -y --no-install-recommends redis-server");
    expect(stdout).toBe("");
    expect(existsSync(called)).toBe(false);
  });
});

describe.runIf(packaged.runsHere)("the packaged Chromium in the cache", () => {
  it("is used when its hash is the one that was looked at, and is not when a byte is another", () => {
    vi.stubEnv("SORIA_CHECKED_CHROMIUM", undefined);
    const said = vi.spyOn(console, "error").mockReturnValue();
    const [good, forged] = [join(folder(), "chromium"), join(folder(), "chromium")];
    writeFileSync(good, "a browser");
    writeFileSync(forged, "a browseR");
    const integrity = integrityOf(good);
    expect(isPackagedThere(forged, integrity)).toBe(false);
    expect(said).toHaveBeenCalledWith(expect.stringContaining("it is not used"));
    expect(isPackagedThere(good, integrity)).toBe(true);
    expect(isPackagedThere(forged, integrity)).toBe(false);
    expect(isPackagedThere(join(folder(), "nothing"), integrity)).toBe(false);
  });
});
