/** Writes the four pictures of the sign-up's island, which the composer of the members' islands draws. */
import { mkdirSync, writeFileSync } from "node:fs";
import { islandSteps } from "#server/island/steps.server";
import { composeStep } from "#server/island/svg.server";

const folder = "public/art/sign-up-island";
mkdirSync(folder, { recursive: true });
for (const [i, step] of islandSteps.entries())
  writeFileSync(`${folder}/${i + 1}-${step}.svg`, composeStep(step));
