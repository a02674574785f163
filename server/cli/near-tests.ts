import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { projectRoot } from "./children";

/** A test file that imports a changed file, over `distance` steps. */
export interface ReachingTest {
  file: string;
  distance: number;
}

/** What no import shows: who reads these reads them by a pattern. */
const readBy: [files: RegExp, reader: string][] = [
  [/^app\/i18n\/locales\/.*\.json$/, "app/i18n/i18n.server.ts"],
];

/** The unit and route tests of the project, as paths from its root. */
function testFiles(): string[] {
  return ["tests/unit", "tests/routes"].flatMap((folder) =>
    readdirSync(join(projectRoot, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.test\.tsx?$/.test(name))
      .map((name) => join(folder, name)),
  );
}

/** Which file is imported by which, of everything that the unit and route tests reach. */
export type Importers = ReadonlyMap<string, string[]>;

/** @throws Error of esbuild, when a file cannot be parsed */
export async function importersOfAll(): Promise<Importers> {
  const { metafile } = await build({
    absWorkingDir: projectRoot,
    // One bundle of all: a hundred would each be put together whole.
    stdin: {
      contents: testFiles()
        .map((file) => `import "./${file}";`)
        .join("\n"),
      resolveDir: projectRoot,
    },
    outdir: "none",
    bundle: true,
    write: false,
    metafile: true,
    platform: "node",
    format: "esm",
    packages: "external",
    external: ["virtual:*", "*?raw", "*?url", "*.css"],
    logLevel: "silent",
  });
  const importers = new Map<string, string[]>();
  for (const [file, { imports }] of Object.entries(metafile.inputs)) {
    for (const { path } of imports) importers.set(path, [...(importers.get(path) ?? []), file]);
  }
  return importers;
}

/**
 * The tests that a change reaches, by imports, nearest first.
 *
 * @param changed paths from the project's root
 */
export function testsThatReach(changed: string[], importers: Importers): ReachingTest[] {
  const start = changed.map((file) => readBy.find(([files]) => files.test(file))?.[1] ?? file);
  const distances = new Map(start.map((file) => [file, 0]));
  // A Map goes on to what is added while it is walked: breadth first.
  for (const [file, distance] of distances) {
    for (const importer of importers.get(file) ?? []) {
      if (!distances.has(importer)) distances.set(importer, distance + 1);
    }
  }
  return testFiles()
    .flatMap((file) => {
      const distance = distances.get(file);
      return distance === undefined ? [] : [{ file, distance }];
    })
    .sort((a, b) => a.distance - b.distance || a.file.localeCompare(b.file));
}

/** How long each test file took last, in milliseconds, as Vitest has noted it. */
export function lastDurations(): Map<string, number> {
  const folder = join(projectRoot, "node_modules/.vite/vitest");
  const notes = existsSync(folder)
    ? readdirSync(folder).map((name) => join(folder, name, "results.json"))
    : [];
  const durations = new Map<string, number>();
  for (const note of notes.filter((file) => existsSync(file))) {
    const { results } = JSON.parse(readFileSync(note, "utf8")) as {
      results: [string, { duration: number }][];
    };
    for (const [name, { duration }] of results) durations.set(name.slice(name.indexOf(":") + 1), duration);
  }
  return durations;
}

/** To load a test file with what it imports; and what one takes that never ran. */
const LOAD_MS = 700;
const UNKNOWN_MS = 3_000;

/**
 * As many tests, from the first, as are expected to take no longer than that; the nearest ones in any case when they are
 * test files that have themselves changed.
 *
 * @param budgetMs of work, on however many cores
 */
export function withinBudget(
  tests: ReachingTest[],
  durations: Map<string, number>,
  budgetMs: number,
): ReachingTest[] {
  let spent = 0;
  return tests.filter(({ file, distance }, index) => {
    const cost = LOAD_MS + (durations.get(file) ?? UNKNOWN_MS);
    if (index > 0 && distance > 0 && spent + cost > budgetMs) return false;
    spent += cost;
    return true;
  });
}
