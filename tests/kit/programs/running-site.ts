/** A site that is already up, which `BASE_URL` names for the browser tests, and its sandbox (`SANDBOX_URL`). */

/** Specs that start sites of their own, with other settings or builds. */
export const ownSites = ["**/own-server/**", "**/build-swap.spec.ts", "**/brand.spec.ts"];

/** Why a test is skipped that creates members, reads mail or breaks API calls. */
export const NEEDS_SANDBOX = "needs the sandbox of the running site: SANDBOX_URL";
/** Why a test is skipped that reads the site's log. */
export const NEEDS_LOG = "needs the log of a site that the tests start";

interface Addresses {
  site: string;
  sandbox: string | undefined;
}

/**
 * Reads BASE_URL and SANDBOX_URL.
 *
 * @returns origins; undefined if BASE_URL is not set
 * @throws Error if one of them is no http address
 */
export function runningSite(
  environment: Record<string, string | undefined> = process.env,
): Addresses | undefined {
  const site = originIn(environment, "BASE_URL");
  return site === undefined ? undefined : { site, sandbox: originIn(environment, "SANDBOX_URL") };
}

function originIn(
  environment: Record<string, string | undefined>,
  name: "BASE_URL" | "SANDBOX_URL",
): string | undefined {
  const value = environment[name];
  if (!value) return undefined;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url && /^https?:$/.test(url.protocol)) return url.origin;
  throw new Error(`${name} has ${JSON.stringify(value)}; wants an address such as http://localhost:3000`);
}

/**
 * Checks that both are up.
 *
 * @returns lines for the tester: what is tested, and what is skipped
 * @throws Error that names the address that does not answer
 */
export async function checkRunning({ site, sandbox }: Addresses): Promise<string[]> {
  for (const address of [`${site}/`, ...(sandbox ? [`${sandbox}/mailbox.json`] : [])]) {
    const status = await fetch(address, { redirect: "manual" }).then(
      (response) => response.status,
      () => 0,
    );
    if (status === 0 || status >= 400)
      throw new Error(`${address} answers ${status === 0 ? "nothing" : status}: is the site up?`);
  }
  return [
    `The running site ${site} is tested${sandbox ? `, with its sandbox ${sandbox}` : ""}.`,
    sandbox
      ? "Skipped: tests that start a site of their own, and tests that read the site's log."
      : "Skipped: tests that create members or break API calls (set SANDBOX_URL to run them), start a site of their own, or read the site's log.",
  ];
}
