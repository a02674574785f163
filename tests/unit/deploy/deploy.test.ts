/**
 * The operators' files match the code: parses them, substitutes their variables and validates the result as the site
 * does.
 */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { bodyLimit } from "#server/http/guard";
import { parseEnv, variableNames } from "#server/config/env.server";

const text = (name: string) => readFileSync(new URL(`../../../${name}`, import.meta.url), "utf8");

interface Service {
  build?: { target?: string };
  environment?: Record<string, string>;
  network_mode?: string;
  ports?: string[];
  expose?: string[];
  stop_grace_period?: string;
}
const compose = (name: string) =>
  parse(text(name), { merge: true }) as { services: Record<string, Service | undefined> };

/** Substitutes Compose variables: ${NAME}, ${NAME:-default}, ${NAME:?error}. */
function filledIn(value: string, values: Record<string, string>): string {
  return value.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, sign?: string, rest = "") => {
    const given = values[name];
    if (given) return given;
    if (sign === "?") throw new Error(`${name}: ${rest}`);
    return rest as string;
  });
}

function environmentOf(service: Service | undefined, values: Record<string, string>) {
  const entries = Object.entries(service?.environment ?? {});
  return Object.fromEntries(entries.map(([name, value]) => [name, filledIn(value, values)]));
}

/** Variables that only the image or a process with a sandbox sets. */
const notPassedOn = [
  "NODE_ENV",
  "SANDBOX",
  "SANDBOX_PORT",
  "SANDBOX_HOST",
  "SANDBOX_ALLOWED_HOSTS",
  "DATA_DIR",
];
const production = {
  SITE_URL: "https://soria.example",
  SESSION_SECRET: "sixteen-characters-or-more",
  API_BASE_URL: "http://api.example/api",
  ORDER_API_BASE_URL: "http://orders.example",
};

test("every variable that the site reads, and no other, stands in .env.example and in the operators' table", () => {
  const read = variableNames.filter((name) => name !== "NODE_ENV").sort();
  const example = [...text(".env.example").matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name);
  expect(example.sort()).toEqual(read);
  const rows = [...text("docs/configuration.md").matchAll(/^\| (`[A-Z_`, ]+) *\|/gm)].flatMap(
    ([, cell = ""]) => cell.match(/[A-Z_]+/g) ?? [],
  );
  expect(rows.sort()).toEqual(read);
});

test("no page for operators names a variable that nothing reads", () => {
  const known = new Set([...variableNames, "NODE_EXTRA_CA_CERTS", "SITE_ADDRESS"]);
  for (const page of [
    "docs/operating.md",
    "docs/configuration.md",
    "compose.yaml",
    "deploy/kubernetes.yaml",
  ]) {
    const names =
      text(page).match(/\b(?:SESSION|LEDGER|API|ORDER|STRIPE|SITE|SANDBOX|METRICS|DATA|LOG)_[A-Z_]+\b/g) ??
      [];
    expect(
      names.filter((name) => !known.has(name)),
      page,
    ).toEqual([]);
  }
});

test("compose.yaml passes every variable on, and the site starts with what it makes of four values", () => {
  const { services } = compose("compose.yaml");
  for (const name of ["site-1", "site-2"]) {
    const environment = environmentOf(services[name], production);
    expect(Object.keys(environment)).toEqual(
      expect.arrayContaining(variableNames.filter((one) => !notPassedOn.includes(one))),
    );
    const read = parseEnv({ NODE_ENV: "production", ...environment });
    expect(read).toMatchObject({
      trustedProxies: { peers: ["uniquelocal"], hops: Infinity },
      usesSandbox: false,
      siteUrl: "https://soria.example",
    });
    expect(read.sessionStoreUrl).toBe("redis://redis:6379");
    // The metrics are scraped from another container, so they are not on 127.0.0.1 and not published to the host.
    expect(read).toMatchObject({ metricsPort: 9464, metricsHost: "0.0.0.0" });
    expect(services[name]?.expose).toContain(String(read.metricsPort));
    expect(services[name]?.ports).toBeUndefined();
    // Longer than the 13 s after which the site exits by itself (server/compose/index.ts).
    expect(Number.parseInt(services[name]?.stop_grace_period ?? "", 10)).toBeGreaterThan(13);
  }
});

test("compose.yaml stops when one of the four is missing, and names it", () => {
  const { services } = compose("compose.yaml");
  for (const name of Object.keys(production)) {
    expect(() => environmentOf(services["site-1"], { ...production, [name]: "" })).toThrow(name);
  }
});

test("the proxy of compose.yaml sets what the Caddyfile reads", () => {
  const { services } = compose("compose.yaml");
  const read = [...text("deploy/Caddyfile").matchAll(/\{\$(\w+)/g)].map(([, name]) => name);
  expect(Object.keys(services["proxy"]?.environment ?? {}).sort()).toEqual([...new Set(read)].sort());
  const sites = filledIn(services["proxy"]?.environment?.["SITES"] ?? "", {});
  expect(sites.split(" ").map((site) => site.split(":")[0])).toEqual(["site-1", "site-2"]);
});

test("deploy/compose.demo.yaml: site and sandbox share a network that neither owns; both ports are this machine's alone", () => {
  const { services } = compose("deploy/compose.demo.yaml");
  const { network, site, sandbox } = services;
  const read = parseEnv({ NODE_ENV: "production", ...environmentOf(site, {}) });
  expect(read).toMatchObject({ usesSandbox: true, sandboxPort: 4000, siteUrl: "http://localhost:3000" });
  // The network of a container ends when it restarts.
  expect([site?.network_mode, sandbox?.network_mode]).toEqual(["service:network", "service:network"]);
  const ports = network?.ports?.map((port) => filledIn(port, {}));
  expect(ports).toEqual(["127.0.0.1:3000:3000", "127.0.0.1:4000:4000"]);
});

test("every target that a compose file builds is a stage of the Dockerfile, run by a user without rights", () => {
  const dockerfile = text("Dockerfile");
  const stages = [...dockerfile.matchAll(/^FROM (\S+) AS (\w+)/gm)].map(([, from, name]) => ({ from, name }));
  for (const file of ["compose.yaml", "deploy/compose.demo.yaml"]) {
    for (const service of Object.values(compose(file).services)) {
      if (!service?.build) continue;
      const stage = stages.find(({ name }) => name === service.build?.target);
      expect(stage?.from, `${file}: target ${service.build.target}`).toBe("runtime");
    }
  }
  const runtime = dockerfile.slice(dockerfile.indexOf("AS runtime"), dockerfile.indexOf("AS demo"));
  expect(runtime).toMatch(/^USER node$/m);
  expect(dockerfile.slice(dockerfile.indexOf("AS demo"))).not.toMatch(/^USER/m);
});

test("the image of the site has what its program reads", () => {
  const site = text("Dockerfile").split("AS site").at(-1) ?? "";
  const [, imported = ""] = /new URL\("\.\/(\w+)\/index\.js"/.exec(text("server/compose/main.ts")) ?? [];
  for (const folder of [imported, "client"]) {
    expect(site).toContain(`COPY --from=build /app/build/${folder} ./build/${folder}\n`);
  }
});

interface Manifest {
  kind: string;
  metadata: { name: string; labels?: Record<string, string>; annotations?: Record<string, string> };
  spec: {
    replicas?: number;
    ingressClassName?: string;
    selector?: Record<string, unknown> & { matchLabels?: Record<string, string> };
    scaleTargetRef?: { kind: string; name: string };
    template?: { metadata: { labels: Record<string, string> }; spec: PodSpec };
    ports?: { targetPort: string }[];
  };
}
interface PodSpec {
  terminationGracePeriodSeconds: number;
  containers: {
    ports: { name: string; containerPort: number }[];
    env: { name: string; value: string }[];
    readinessProbe: { httpGet: { path: string; port: string } };
    volumeMounts: { name: string }[];
  }[];
  volumes: { name: string }[];
}

test("the Kubernetes example: one deployment that everything else selects, with an environment the site takes", () => {
  const manifests = parseAllDocuments(text("deploy/kubernetes.yaml")).map((one) => one.toJS() as Manifest);
  const of = (kind: string) => manifests.find((one) => one.kind === kind);
  const deployment = of("Deployment");
  const pod = deployment?.spec.template?.spec;
  const [container] = pod?.containers ?? [];
  const labels = deployment?.spec.template?.metadata.labels;
  expect(deployment?.spec.selector?.matchLabels).toEqual(labels);
  expect(of("Service")?.spec.selector).toEqual(labels);
  expect(of("PodDisruptionBudget")?.spec.selector?.matchLabels).toEqual(labels);
  expect(of("HorizontalPodAutoscaler")?.spec.scaleTargetRef?.name).toBe(deployment?.metadata.name);
  // The autoscaler sets the replicas; a number in the deployment would reset them with each release.
  expect(deployment?.spec.replicas).toBeUndefined();
  const ingress = of("Ingress");
  expect(ingress?.spec.ingressClassName).toBeTruthy();
  const size = ingress?.metadata.annotations?.["nginx.ingress.kubernetes.io/proxy-body-size"] ?? "";
  const largest = bodyLimit("/support/inquiry", "multipart/form-data; boundary=x");
  expect(Number.parseInt(size, 10) * 1024 * 1024).toBeGreaterThan(largest);
  expect(container?.readinessProbe.httpGet).toEqual({ path: "/healthz?of=ready", port: "http" });
  expect(container?.ports.map(({ name }) => name)).toContain(of("Service")?.spec.ports?.[0]?.targetPort);
  expect(container?.volumeMounts.map(({ name }) => name)).toEqual(pod?.volumes.map(({ name }) => name));
  expect(pod?.terminationGracePeriodSeconds).toBeGreaterThan(18);

  const environment = Object.fromEntries(container?.env.map(({ name, value }) => [name, value]) ?? []);
  for (const name of Object.keys(environment)) expect(variableNames).toContain(name);
  const secret = { SESSION_SECRET: production.SESSION_SECRET };
  const read = parseEnv({ NODE_ENV: "production", ...environment, ...secret });
  const metrics = container?.ports.find(({ name }) => name === "metrics");
  expect(read).toMatchObject({ metricsHost: "0.0.0.0", metricsPort: metrics?.containerPort });
});
