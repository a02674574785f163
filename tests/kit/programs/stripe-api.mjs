/**
 * Preloaded into a site by a test (NODE_OPTIONS=--import=…): redirects the server's requests for api.stripe.com to
 * the sandbox's stand-in, without a change in the site's code.
 */
import process from "node:process";

const real = globalThis.fetch;
const standIn = `http://localhost:${process.env["SANDBOX_PORT"]}/stripe/v1/`;
globalThis.fetch = (input, init) => {
  const url = String(input);
  return real(
    url.startsWith("https://api.stripe.com/v1/") ? url.replace("https://api.stripe.com/v1/", standIn) : input,
    init,
  );
};
