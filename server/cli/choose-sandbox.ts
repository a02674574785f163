import { isLoopback } from "#server/config/loopback";

/**
 * Sets SANDBOX=1 for `npm start` and `npm run dev`, unless SANDBOX or API_BASE_URL is set or SITE_URL is public. A
 * public site needs an API, or SANDBOX=1 from its operator.
 */
export function chooseSandbox(environment: NodeJS.ProcessEnv): void {
  const [sandbox, api, siteUrl] = ["SANDBOX", "API_BASE_URL", "SITE_URL"].map((name) =>
    environment[name]?.trim(),
  );
  const isPublic = siteUrl && URL.canParse(siteUrl) && !isLoopback(siteUrl);
  if (!sandbox && !api && !isPublic) environment["SANDBOX"] = "1";
}
