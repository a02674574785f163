/** What wallet sign-in has of viem, in a file of its own: it comes with the first message, not with the start. */
export { verifyMessage } from "viem/utils";
export { parseSiweMessage, validateSiweMessage } from "viem/siwe";
