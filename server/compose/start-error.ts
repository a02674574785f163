import { env, EnvError, type Env } from "#server/config/env.server";
import { hostAddressWants } from "#server/config/variables";

type Listeners = Pick<Env, "host" | "port" | "metricsPort" | "metricsHost" | "sandboxPort" | "sandboxHost">;

/** Returns an EnvError for the variable that made `listen` fail; undefined when the error has another cause. */
export function listenRefusal(error: unknown, config: Listeners): EnvError | undefined {
  const { code, port } = error as { code?: string; port?: number };
  if (port === undefined) return undefined;
  const [name, hostName, host] =
    port === config.metricsPort
      ? ["METRICS_PORT", "METRICS_HOST", config.metricsHost]
      : port === config.sandboxPort && port !== config.port
        ? ["SANDBOX_PORT", "SANDBOX_HOST", config.sandboxHost]
        : ["PORT", "HOST", config.host];
  if (code === "EADDRINUSE") return new EnvError(name, String(port), "a port that no other program uses");
  if (code === "EACCES") return new EnvError(name, String(port), "a port that this user may open");
  if ((code === "EADDRNOTAVAIL" || code === "EAFNOSUPPORT") && hostName && host) {
    return new EnvError(hostName, JSON.stringify(host), hostAddressWants);
  }
  return undefined;
}

/** Ends a process that could not start: with one line if a variable is the cause, else with the given error. */
export function exitOnStartError(error: unknown): never {
  process.exitCode = 1;
  const refusal = error instanceof EnvError ? error : listenRefusal(error, env());
  if (!refusal) throw error;
  process.stderr.write(`${refusal.message}\n`);
  process.exit();
}
