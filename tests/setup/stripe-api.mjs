/**
 * Loaded into a site by a test (NODE_OPTIONS=--import=…): what its server asks of api.stripe.com, the sandbox's stand-in
 * answers. The site's own code does not know.
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
