/**
 * `npm run test:container`: builds and runs the Dockerfile's images as root on Debian, without a Docker daemon or a
 * container registry. It does use the npm registry and Debian's packages (docs/operating.md, Containers). The site's
 * image runs with compose.yaml's environment (but free ports), Redis command, read-only root, tmpfs and volume, as the
 * image's user; `cap_drop` and `no-new-privileges` are not applied. The first failed check throws and ends the run.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bringPackage, bringRedis } from "../../tools/run-tests/tools";
import { imageStarts } from "./starts";
import { check, passedCount, say } from "./report";
import { buildah, command, end, runIn } from "./buildah";
import { build, makeBase, NODE_VERSION } from "./images";
import { checkKubernetes } from "./kubernetes";
import { checkSite } from "./site";
import { checkDemo } from "./demo";

/** Starts the site's image with valid and invalid values of each variable. */
async function starts(image: string): Promise<void> {
  const id = buildah("from", "--pull-never", image);
  const folder = mkdtempSync(join(tmpdir(), "soria-starts-"));
  try {
    const begin = (variables: Record<string, string>) => {
      const port = Number(variables["PORT"]) || 0;
      const container = runIn(id, port, variables, command("site", "CMD"));
      return { process: container.process, output: container.output, end: () => end(container, port) };
    };
    const { count, faults } = await imageStarts(begin, folder);
    const hasNoFaults = faults.length === 0;
    check(
      `${count} starts: the site serves with a valid value, and rejects an invalid one in one line that names the variable`,
      hasNoFaults,
      faults.join("\n"),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
    buildah("rm", id);
  }
}

for (const name of ["buildah", "debootstrap", "docker-compose"]) bringPackage(name);
bringRedis();
checkKubernetes();
makeBase();
say(`base image: Debian bookworm with Node ${NODE_VERSION}`);
const image = build("site");
say("site image built");
await checkSite(image);
await starts(image);
const demoImage = build("demo");
say("demo image built");
await checkDemo(demoImage);
const sizes = buildah("images", "--format", "{{.Name}} {{.Size}}")
  .split("\n")
  .filter((line) => line.includes("soria"));
console.log(sizes.join("\n"));
console.log(`${passedCount()} passed`);
