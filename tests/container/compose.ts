/** Parses compose files. */
import { execFileSync } from "node:child_process";
import { parse } from "yaml";
import { projectRoot } from "#server/cli/children";

/** A service of a compose file. */
export interface Service {
  environment: Record<string, string>;
  command?: string[];
  /** Example: "/tmp:size=64m". */
  tmpfs?: string[];
  /** Example: "name:/path:rw". */
  volumes?: string[];
  read_only?: boolean;
}

/**
 * Parses a compose file with `docker-compose config`, which fills in the variables. Debian 12 packages version 1, whose
 * output has volumes as "name:/path:rw"; version 2 (`docker compose`) prints objects instead.
 */
export function composeOf(
  file: string,
  values: Record<string, string>,
  profiles: string[] = [],
): Record<string, Service | undefined> {
  const chosen = profiles.flatMap((profile) => ["--profile", profile]);
  const text = execFileSync("docker-compose", ["-f", file, ...chosen, "config"], {
    cwd: projectRoot,
    encoding: "utf8",
    env: { ...process.env, ...values },
  });
  return (parse(text) as { services: Record<string, Service | undefined> }).services;
}
