/** Checks the Kubernetes example (deploy/kubernetes.yaml). */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseAllDocuments } from "yaml";
import { projectRoot } from "#server/cli/children";
import { check } from "./report";
import { storage } from "./buildah";

/** The npm package with Kubernetes' types and schemas. */
const KUBERNETES_MODELS = "kubernetes-models@5.1.0";

/**
 * Validates each document of the example against the schema of its kind. The schema allows unknown keys, so tsc also
 * checks each document as an object literal of its type, which may not have any.
 */
export function checkKubernetes(): void {
  const folder = join(storage, "kubernetes");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }');
  if (!existsSync(join(folder, "node_modules/kubernetes-models"))) {
    execFileSync("npm", ["install", "--silent", "--no-audit", "--no-fund", KUBERNETES_MODELS], {
      cwd: folder,
    });
  }
  const manifests = parseAllDocuments(readFileSync(join(projectRoot, "deploy/kubernetes.yaml"), "utf8")).map(
    (one) => one.toJS() as { apiVersion: string; kind: string },
  );
  const lines = manifests.map(
    ({ apiVersion, kind }, at) =>
      `import { ${kind}, type I${kind} } from "kubernetes-models/${apiVersion}";\n` +
      `const manifest${at}: I${kind} = ${JSON.stringify(manifests[at], null, 2)};\n` +
      `new ${kind}(manifest${at}).validate();\n`,
  );
  writeFileSync(join(folder, "check.ts"), lines.join(""));
  const compilerOptions = {
    ...{ noEmit: true, strict: true, skipLibCheck: true, types: [] },
    ...{ target: "es2022", module: "esnext", moduleResolution: "bundler" },
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["check.ts"] }));
  const tool = (name: string) => join(projectRoot, "node_modules/.bin", name);
  execFileSync(tool("tsc"), ["-p", "."], { cwd: folder, stdio: "inherit" });
  execFileSync(tool("tsx"), ["check.ts"], { cwd: folder, stdio: "inherit" });
  const kinds = manifests.map(({ kind }) => kind);
  check(`deploy/kubernetes.yaml matches the schema (${kinds.join(", ")})`, kinds.length === 5);
}
