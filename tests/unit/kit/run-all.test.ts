import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { newFolder } from "../../kit/data/new-folder";
import { readReport } from "../../kit/runner/reports";
import { seedOf } from "../../kit/data/random";
import { isInSample, sampleSeed } from "../../kit/data/sample";

describe("the sample of browser tests", () => {
  const titles = Array.from({ length: 900 }, (_, n) => `test ${n}`);
  const modes = ["scripts", "no-scripts"];

  it("runs all without a seed", () => {
    for (const file of ["tests/e2e/speech.spec.ts", "tests/e2e/dao.spec.ts"])
      for (const mode of modes) expect(titles.every((title) => isInSample(file, mode, title, ""))).toBe(true);
  });

  const main = "tests/e2e/images-on/store.spec.ts";
  const drawn = (mode: string, seed: string, tag = "") =>
    titles.filter((title) => isInSample(main, mode, `${title}${tag}`, seed));
  /** Titles that run with at least one of 40 seeds. */
  const everDrawn = (mode: string, tag = "") =>
    new Set(Array.from({ length: 40 }, (_, n) => drawn(mode, String(n), tag)).flat());

  it("runs one in three main journeys in one mode, each mode for half of them, and with another seed in the other", () => {
    const [withScripts, without] = modes.map((mode) => drawn(mode, "a"));
    expect(withScripts?.filter((title) => without?.includes(title))).toEqual([]);
    for (const titlesOfMode of [withScripts, without]) {
      expect(titlesOfMode?.length).toBeGreaterThan(105);
      expect(titlesOfMode?.length).toBeLessThan(195);
    }
    for (const mode of modes) expect(everDrawn(mode).size).toBe(titles.length);
  });

  it("runs one in three of the main journeys that have one mode", () => {
    for (const [mode, tag] of [
      ["scripts", " @scripts-only"],
      ["no-scripts", " @no-scripts"],
    ] as const) {
      expect(drawn(mode, "a", tag).length).toBeGreaterThan(240);
      expect(drawn(mode, "a", tag).length).toBeLessThan(360);
      expect(everDrawn(mode, tag).size).toBe(titles.length);
    }
  });

  it("runs one in sixteen of the others, the same for the same seed, and each with some seed", () => {
    const drawn = (seed: string) => titles.filter((title) => isInSample("a.spec.ts", "scripts", title, seed));
    expect(drawn("a").length).toBeGreaterThan(30);
    expect(drawn("a").length).toBeLessThan(90);
    expect(drawn("a")).toEqual(drawn("a"));
    const withSomeSeed = new Set(Array.from({ length: 250 }, (_, n) => drawn(String(n))).flat());
    expect(withSomeSeed.size).toBe(titles.length);
  });
});

describe("the seed of a random test", () => {
  afterEach(() => vi.unstubAllEnvs());

  it("is the same in each run of a commit, and another one for each test and for another commit", () => {
    const seeds = (whole: string) => {
      vi.stubEnv("TESTS_SEED", whole);
      return [
        seedOf("WALK_SEED"),
        seedOf("MONTH_SEED"),
        seedOf("SCREENS_SEED", "/"),
        seedOf("SCREENS_SEED", "/news"),
      ];
    };
    expect(seeds("7ebf1929-node20")).toEqual(seeds("7ebf1929-node20"));
    expect(new Set([...seeds("7ebf1929-node20"), ...seeds("7ebf1929-node22")]).size).toBe(8);
  });

  it("is the test's own variable, if that is set", () => {
    vi.stubEnv("TESTS_SEED", "7ebf1929-node20");
    vi.stubEnv("WALK_SEED", "42");
    expect(seedOf("WALK_SEED")).toBe(42);
  });
});

describe("the seed of the sample", () => {
  const titles = Array.from({ length: 900 }, (_, n) => `test ${n}`);

  it("gives each Node of CI another sample of a commit, and the same again for a repeated run", () => {
    const samples = ["20.19.6", "22.23.5", "24.22.3"].map((node) =>
      titles.filter((title) => isInSample("a.spec.ts", "scripts", title, sampleSeed("7ebf1929", node))),
    );
    // A twelfth each: with independent samples about 23 % run in one of three jobs, with one sample 8 %.
    expect(new Set(samples.flat()).size).toBeGreaterThan(150);
    expect(sampleSeed("7ebf1929", "22.23.5")).toBe(sampleSeed("7ebf1929", "22.1.0"));
  });

  it("gives the two modes of a job different samples", () => {
    const of = (mode: string) =>
      titles.filter((title) => isInSample("a.spec.ts", mode, title, sampleSeed("7ebf1929")));
    const both = of("scripts").filter((title) => of("no-scripts").includes(title));
    expect(both.length).toBeLessThan(30);
  });
});

describe("a test report", () => {
  const folder = newFolder();
  const read = (report: unknown) => {
    const file = join(folder, "report.json");
    writeFileSync(file, JSON.stringify(report));
    return readReport(file);
  };

  it("that does not exist counts nothing", () => {
    expect(readReport(join(folder, "none.json"))).toEqual({ passed: 0, failed: 0, failures: [] });
  });

  it("of Vitest names each failed test, and a file that does not load", () => {
    const { passed, failed, failures } = read({
      numPassedTests: 3,
      numFailedTests: 1,
      testResults: [
        {
          name: "a.test.ts",
          assertionResults: [
            { fullName: "adds", status: "passed" },
            { fullName: "subtracts", status: "failed", failureMessages: ["\u001B[31mexpected 1\u001B[39m"] },
          ],
        },
        { name: "b.test.ts", message: "no such module", assertionResults: [] },
      ],
    });
    expect({ passed, failed }).toEqual({ passed: 3, failed: 1 });
    expect(failures).toEqual(["✗ a.test.ts › subtracts\n    expected 1", "✗ b.test.ts\n    no such module"]);
  });

  it("of Playwright names the failed test with its last message, and counts flaky ones as passed", () => {
    const { passed, failed, failures } = read({
      stats: { expected: 4, unexpected: 1, flaky: 1 },
      suites: [
        {
          title: "a.spec.ts",
          suites: [
            {
              title: "the form",
              specs: [
                {
                  title: "sends",
                  ok: false,
                  tests: [
                    {
                      projectName: "scripts",
                      results: [
                        { status: "failed", error: { message: "first" } },
                        { status: "failed", error: { message: "second" } },
                      ],
                    },
                  ],
                },
              ],
            },
          ],
        },
      ],
    });
    expect({ passed, failed }).toEqual({ passed: 5, failed: 1 });
    expect(failures).toEqual(["✗ [scripts] a.spec.ts › the form › sends\n    second"]);
  });
});
