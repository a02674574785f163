/**
 * The parts of viem for wallet sign-in, in a separate file so that they load with the first message, not at start.
 */
export { verifyMessage } from "viem/utils";
export { parseSiweMessage, validateSiweMessage } from "viem/siwe";
