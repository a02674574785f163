import { env, EnvError } from "#server/env.server";

/**
 * Ends a process that could not start: in one line that names the variable, where that is what has to change.
 *
 * @throws what it was given, when that is a fault of the program
 */
export function endUnstarted(error: unknown): never {
  process.exitCode = 1;
  if (error instanceof EnvError) process.stderr.write(`${error.message}\n`);
  else if ((error as NodeJS.ErrnoException).code === "EADDRINUSE") {
    const { port } = error as { port?: number };
    const name = port === env().metricsPort ? "METRICS_PORT" : "PORT";
    process.stderr.write(`${name} has ${port}; wants a port that no other program uses.\n`);
  } else throw error;
  process.exit();
}
