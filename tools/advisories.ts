/**
 * `npm run advisories`: exits with 1 if a production dependency of package-lock.json has a known advisory. Reads the
 * list in tools/advisories.json, and asks the registry, which does not answer everywhere: then it says how to do that
 * part by hand. An entry with `accepted` is printed with its reason and fails nothing.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { satisfies } from "semver";
import { projectRoot } from "#server/cli/children";

interface Advisory {
  package: string;
  /** Range of versions, as in package.json. */
  vulnerable: string;
  problem: string;
  /** Why the site is not affected. */
  accepted?: string;
}

interface Lock {
  packages: Record<string, { version?: string; dev?: boolean }>;
}

const read = (path: string): unknown => JSON.parse(readFileSync(join(projectRoot, path), "utf8"));

/** Returns the production dependencies that an advisory names, as `name@version`. */
export function affected({ package: name, vulnerable }: Advisory, { packages }: Lock): string[] {
  return Object.entries(packages).flatMap(([path, { version, dev }]) =>
    path.endsWith(`node_modules/${name}`) && version && !dev && satisfies(version, vulnerable)
      ? [`${name}@${version}`]
      : [],
  );
}

/** Asks the registry. @returns names of packages with a finding; undefined when it does not answer */
function registryFindings(): string[] | undefined {
  const { stdout } = spawnSync("npm", ["audit", "--omit=dev", "--json"], {
    cwd: projectRoot,
    encoding: "utf8",
  });
  try {
    const report = JSON.parse(stdout) as { vulnerabilities?: Record<string, unknown> };
    return report.vulnerabilities && Object.keys(report.vulnerabilities);
  } catch {
    return undefined;
  }
}

function main(): void {
  const advisories = read("tools/advisories.json") as Advisory[];
  const lock = read("package-lock.json") as Lock;
  let bad = 0;
  for (const advisory of advisories) {
    for (const found of affected(advisory, lock)) {
      console.log(
        `${found}: ${advisory.problem}. ${advisory.accepted ?? `Vulnerable: ${advisory.vulnerable}.`}`,
      );
      if (advisory.accepted === undefined) bad += 1;
    }
  }
  const known = new Set(advisories.filter(({ accepted }) => accepted).map(({ package: name }) => name));
  const findings = registryFindings();
  if (!findings) {
    console.log("The registry answers no audit here. On a connected machine: npm audit --omit=dev");
  }
  for (const name of findings ?? []) {
    if (known.has(name)) continue;
    console.log(`${name}: see npm audit; add it to tools/advisories.json with a fix or a reason.`);
    bad += 1;
  }
  console.log(bad === 0 ? "No advisory of a production dependency." : `${bad} to mend.`);
  process.exitCode = bad === 0 ? 0 : 1;
}

if (process.argv[1]?.endsWith("advisories.ts")) main();
