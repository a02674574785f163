import { basename, dirname, relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const stemOf = (file: string) => basename(file).replace(/\..*$/, "").toLowerCase();

/** Returns the folder names below `server`, `app` or `tests/<kind>`. */
const areaOf = (file: string) =>
  dirname(file)
    .split("/")
    .slice(file.startsWith("tests/") ? 2 : 1);

/**
 * Rates the distance between a test file and a changed file by name and folder. Import distance ranks worse, because
 * page tests import nearly every module (docs/testing.md).
 *
 * @param test path from the project's root, as `changed`
 * @returns 0 for the test file itself, 1 for the same name, 2 for the same folder, up to 9
 */
export function distanceOf(test: string, changed: string): number {
  if (test === changed) return 0;
  const [testStem, stem] = [stemOf(test), stemOf(changed)];
  if (testStem === stem) return 1;
  const names = areaOf(changed);
  const [area] = names;
  if (area !== undefined && areaOf(test).includes(area)) return 2;
  if (names.includes(testStem) || areaOf(test).some((name) => names.includes(name))) return 3;
  return stem.split("-").some((word) => word.length > 3 && testStem.split("-").includes(word)) ? 4 : 9;
}

/**
 * Runs the test files nearest to `CHANGED_FILES` (one path per line, from the project's root) first, and with
 * `MOST_TEST_FILES` only so many of them.
 */
export class NearestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const changed = (process.env["CHANGED_FILES"] ?? "").split("\n").filter(Boolean);
    const sorted = await super.sort(files);
    if (changed.length === 0) return sorted;
    const root = this.ctx.config.root;
    const distance = new Map(
      sorted.map((spec) => {
        const test = relative(root, spec.moduleId);
        return [spec, Math.min(...changed.map((file) => distanceOf(test, file)))];
      }),
    );
    const nearest = sorted.toSorted((a, b) => (distance.get(a) ?? 9) - (distance.get(b) ?? 9));
    const most = Number(process.env["MOST_TEST_FILES"] ?? nearest.length);
    if (nearest.length > most)
      console.log(`The ${most} nearest of ${nearest.length} test files run; npm test runs all.`);
    return nearest.slice(0, most);
  }
}
