import { spawn } from "node:child_process";
import { basename } from "node:path";

/**
 * The options of Remix, read by vite.config.ts.
 *
 * Single fetch and lazy route discovery stay off: both have vulnerabilities in this Remix version (a URL of 15 kB
 * blocks the process for seconds; turbo-stream). Every other flag of version 3 is on, so that the move to
 * React Router 7 is a change of imports.
 *
 * @type {import("@remix-run/dev").VitePluginConfig}
 */
const options = {
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_routeConfig: true,
    v3_singleFetch: false,
    v3_lazyRouteDiscovery: false,
  },
};

export default options;

// `remix dev` and `remix build` run Remix's former compiler, which reads this file first and cannot build this app.
// Redirect them to their Vite equivalents.
const [, program = "", command = ""] = process.argv;
if (/^(remix|cli)(\.c?js)?$/.test(basename(program)) && ["dev", "build"].includes(command)) {
  await handOver(`vite:${command}`);
}

/**
 * Runs another command of the same Remix program in place of this one, with the same arguments and terminal,
 * and forwards signals. Never returns; this process exits with the code of the other one.
 *
 * @param {string} name
 */
async function handOver(name) {
  const child = spawn(process.execPath, [program, name, ...process.argv.slice(3)], { stdio: "inherit" });
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
    process.on(signal, () => child.kill(signal));
  }
  // Stopping npx ends only its shell, which forwards no signals; then this process gets another parent.
  const parent = process.ppid;
  if (process.env.npm_command) {
    setInterval(() => process.ppid !== parent && child.kill("SIGTERM"), 500).unref();
  }
  await new Promise((_, reject) => {
    child.on("error", reject);
    child.on("exit", (code, signal) => process.exit(code ?? (signal === "SIGINT" ? 130 : 143)));
  });
}
