import { privateKeyToAccount } from "viem/accounts";
import { createSiweMessage } from "viem/siwe";
import { afterAll, afterEach, beforeAll } from "vitest";
import { createTestSandbox, type TestSandbox } from "../../mocks/sandbox";

/** Opens one sandbox for all tests of the file. Its settings are the initial ones before each test. */
export function withSandbox(options: Parameters<typeof createTestSandbox>[0] = {}): TestSandbox {
  const sandbox = {} as TestSandbox;
  let initial: TestSandbox["services"]["settings"];
  beforeAll(async () => {
    Object.assign(sandbox, await createTestSandbox(options));
    initial = { ...sandbox.services.settings };
  });
  afterEach(() => {
    Object.assign(sandbox.services.settings, initial);
  });
  afterAll(() => sandbox.close());
  return sandbox;
}

/** The public development key 1 of Hardhat and Anvil, whose address is a member of the sandbox. */
export const WALLET_KEY = "0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d";

/** Makes the body of a wallet's sign-in. @param change of the message that is signed */
export async function walletBody(
  sandbox: TestSandbox,
  key: `0x${string}`,
  change: Partial<Parameters<typeof createSiweMessage>[0]> = {},
) {
  const { data } = await sandbox.call<{ nonce: string }>("/auth/wallet/nonce");
  const message = createSiweMessage({
    address: privateKeyToAccount(key).address,
    chainId: 1,
    domain: "localhost:3000",
    uri: "http://localhost:3000/sign-in",
    nonce: data.nonce,
    version: "1",
    issuedAt: new Date(sandbox.clock.now),
    ...change,
  });
  const signature = await privateKeyToAccount(key).signMessage({ message });
  return { message, signature, language: "EN", platform: "WEB" };
}
