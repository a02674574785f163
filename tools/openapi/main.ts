/** `npm run openapi`: writes server/wire/openapi.json, the product API and the order service as OpenAPI 3.1. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "#server/cli/children";
import { openApiText } from "./document";

const file = "server/wire/openapi.json";
writeFileSync(join(projectRoot, file), openApiText());
console.log(`Wrote ${file}.`);
