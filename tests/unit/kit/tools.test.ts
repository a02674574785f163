/** What a test run uses from the machine, and what it may install or change there. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { projectRoot } from "#server/cli/children";
import { integrityOf, isPackagedThere, packaged } from "../../kit/browser/chromium";
import { newFolder } from "../../kit/data/new-folder";
import { filesLeftOut } from "../../kit/runner/needs";
import { addPrivatePrograms, startScript } from "../../../tools/run-tests/private-packages";
import { mayInstall } from "../../../tools/run-tests/system-packages";
import { provideTools } from "../../../tools/run-tests/tools";
import { projectFiles } from "../../kit/project/project-files";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

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

  /** Runs a part of the tests on a machine without Redis, whose apt finds no package. */
  function withoutRedis(environment: Record<string, string>) {
    const bin = newFolder();
    const called = join(bin, "called");
    for (const name of ["apt-get", "sudo", "npx"]) {
      writeFileSync(join(bin, name), `#!/bin/sh\necho "${name} $*" >> ${called}\n`, { mode: 0o755 });
    }
    const { status, stdout } = spawnSync(
      process.execPath,
      ["--import", "tsx", "tools/run-tests/run-all.ts", "unit", "no-such-file"],
      {
        cwd: projectRoot,
        encoding: "utf8",
        env: {
          NODE_ENV: "test",
          PATH: `${bin}:${process.env["PATH"]}`,
          REDIS_SERVER: "/nowhere/redis-server",
          ...environment,
        },
      },
    );
    return { status, stdout, called: existsSync(called) ? readFileSync(called, "utf8") : "" };
  }

  it("are never installed unasked: what can't be unpacked is named, with the tests that are skipped", () => {
    const { stdout, called } = withoutRedis({});
    expect(stdout).toContain("- Debian's package redis-server and what it needs, unpacked into .cache/tools");
    expect(stdout).toMatch(/^No redis here\. Skipped: tests\/unit\/store\/redis-connection\.test\.ts, /m);
    // Vitest has started.
    expect(stdout).toContain("no-such-file");
    expect(called).toContain("--print-uris");
    expect(called).not.toMatch(/^sudo|^apt-get install/m);
  });

  it("that can't be had end the run in CI", () => {
    const { status, stdout, called } = withoutRedis({ CI: "true" });
    expect(stdout).toMatch(/^No redis here\. Skipped: /m);
    expect(stdout).not.toContain("no-such-file");
    expect(status).toBe(1);
    expect(called).toMatch(/^(?:sudo -n )?(?:true|apt-get )/m);
  });
});

describe("programs without root", () => {
  it("come after those of the machine in PATH, once", () => {
    const environment = { NODE_ENV: "test" as const, PATH: "/usr/bin" };
    addPrivatePrograms(environment);
    addPrivatePrograms(environment);
    const [first, ...more] = environment.PATH.split(":");
    expect(first).toBe("/usr/bin");
    expect(new Set(more).size).toBe(more.length);
  });

  it("get arguments, variables and signals through their start script", async () => {
    const path = join(newFolder(), "it's a program");
    writeFileSync(path, '#!/bin/sh\necho "$LIBS $1 $$"\nexec sleep 60\n', { mode: 0o755 });
    const script = join(newFolder(), "start");
    writeFileSync(script, startScript(path, { LIBS: "/a b:/c" }), { mode: 0o755 });
    const child = spawn(script, ["one two"]);
    const [told] = (await once(child.stdout, "data")) as [Buffer];
    expect(told.toString().trim()).toBe(`/a b:/c one two ${child.pid}`);
    child.kill("SIGTERM");
    const [, signal] = (await once(child, "exit")) as [number | null, string | null];
    expect(signal).toBe("SIGTERM");
  });

  it("are brought only if the person at the terminal agrees", async () => {
    vi.stubEnv("CHROMIUM_PATH", join(newFolder(), "none"));
    writeFileSync(process.env["CHROMIUM_PATH"] ?? "", "");
    const said = vi.spyOn(console, "log").mockReturnValue();
    const asked: string[] = [];
    const refuses = async (question: string) => {
      asked.push(question);
      return false;
    };
    expect(await provideTools(["chromium"], refuses)).toEqual(["chromium"]);
    expect(asked).toEqual([expect.stringContaining("Nothing outside of .cache changes. [Y/n]")]);
    expect(said).toHaveBeenCalledWith(expect.stringContaining(packaged.version));
  });

  it("that are missing leave out every test file that starts Redis", () => {
    const starting = projectFiles("tests")
      .filter(
        (file) =>
          /^tests\/(?!bench|container|setup|month).*\.ts$/.test(file) && !file.endsWith("tools.test.ts"),
      )
      .filter((file) =>
        /RedisServer\.start\(|month\/world"/.test(readFileSync(join(projectRoot, file), "utf8")),
      );
    const people = starting.filter((file) => file.endsWith(".test.ts"));
    expect(filesLeftOut({ NODE_ENV: "test", SORIA_WITHOUT: "redis,toString" }).toSorted()).toEqual(
      people.toSorted(),
    );
  });
});

describe.runIf(packaged.runsHere)("the packaged Chromium in the cache", () => {
  it("is used when its hash is the one that was looked at, and is not when a byte is another", () => {
    vi.stubEnv("SORIA_CHECKED_CHROMIUM", undefined);
    const said = vi.spyOn(console, "error").mockReturnValue();
    const [good, forged] = [join(newFolder(), "chromium"), join(newFolder(), "chromium")];
    writeFileSync(good, "a browser");
    writeFileSync(forged, "a browseR");
    const integrity = integrityOf(good);
    expect(isPackagedThere(forged, integrity)).toBe(false);
    expect(said).toHaveBeenCalledWith(expect.stringContaining("it is not used"));
    expect(isPackagedThere(good, integrity)).toBe(true);
    expect(isPackagedThere(forged, integrity)).toBe(false);
    expect(isPackagedThere(join(newFolder(), "nothing"), integrity)).toBe(false);
  });
});
