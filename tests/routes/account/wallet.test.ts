import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { action } from "~/routes/account/sign-in/route";
import { action as messageAction } from "~/routes/account/wallet-message/route";
import { log } from "#server/observe/log.server";
import { accountMark } from "#server/observe/security.server";
import { sandbox } from "../../mocks/server";
import { Visitor } from "../../kit/visitors/visitor";

/**
 * The public development keys 1 to 3 of Hardhat and Anvil (docs/decisions/0009). The third has a pass but no account.
 */
const withPass = privateKeyToAccount("0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d");
const withoutPass = privateKeyToAccount("0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a");
const unregistered = privateKeyToAccount(
  "0x7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6",
);

let visitor: Visitor;
beforeEach(async () => {
  visitor = new Visitor();
  await sandbox();
});

const ask = (address: string, chainId = "1") =>
  visitor.post(messageAction, "/sign-in/wallet-message", { address, chainId });
const send = (signature: string, more: Record<string, string> = {}) =>
  visitor.post(action, "/sign-in?mode=wallet", { intent: "wallet", signature, ...more });

async function signIn(account: typeof withPass, more: Record<string, string> = {}) {
  const { data } = await ask(account.address);
  return send(await account.signMessage({ message: data.message }), more);
}

describe("wallet sign-in", () => {
  it("makes an EIP-4361 message for this site and signs in with its signature [A007.3]", async () => {
    const { data } = await ask(withPass.address.toLowerCase());
    expect(data.message).toContain("localhost:3000 wants you to sign in with your Ethereum account:");
    expect(data.message).toContain(withPass.address);
    expect(data.message).toMatch(/Nonce: \w{8,}/);
    const signature = await withPass.signMessage({ message: data.message });
    expect(await send(signature, { redirectTo: "/my-page" })).toMatchObject({
      status: 303,
      location: "/my-page",
    });
    expect((await visitor.session()).user?.type).toBe("WALLET");
  });

  it("takes a signature once", async () => {
    const { data } = await ask(withPass.address);
    const signature = await withPass.signMessage({ message: data.message });
    await send(signature);
    expect((await send(signature)).data).toMatchObject({ error: "account:wallet.failed" });
  });

  it("refuses another address's signature, and what is none", async () => {
    const { data } = await ask(withPass.address);
    const signature = await withoutPass.signMessage({ message: data.message });
    expect((await send(signature)).data).toMatchObject({ error: "account:wallet.failed" });
    expect((await send("0x1234")).data).toMatchObject({ error: "account:wallet.failed" });
    expect((await send("nonsense")).data).toMatchObject({ error: "account:wallet.failed" });
    expect((await visitor.session()).user).toBeUndefined();
  });

  it("writes a refusal into the security log, with a mark in place of the address", async () => {
    const info = vi.spyOn(log, "info");
    await signIn(withoutPass);
    const lines = info.mock.calls.map(([line]) => line as unknown);
    expect(lines).toContainEqual({
      security: "sign-in-failed",
      account: accountMark(withoutPass.address),
      what: expect.any(Number) as number,
    });
    expect(JSON.stringify(lines).toLowerCase()).not.toContain(withoutPass.address.toLowerCase());
  });

  it("WEB-003: no pass token [A200.3]", async () => {
    expect((await signIn(withoutPass)).data).toMatchObject({ error: "errors:web.003", mayRegister: false });
  });

  it("WEB-004: an address that is not registered may be, when it holds a pass", async () => {
    expect((await signIn(unregistered)).data).toMatchObject({ error: "errors:web.004", mayRegister: true });
    expect(await signIn(unregistered, { register: "yes" })).toMatchObject({ status: 303 });
    expect((await visitor.session()).user).toMatchObject({ type: "WALLET" });
  });

  it("WEB-004, then WEB-003: an address that nobody knows", async () => {
    const nobody = privateKeyToAccount(generatePrivateKey());
    expect((await signIn(nobody)).data).toMatchObject({ error: "errors:web.004", mayRegister: true });
    expect((await signIn(nobody, { register: "yes" })).data).toMatchObject({ error: "errors:web.003" });
  });

  it("refuses what is no address, and other chains", async () => {
    expect((await ask("0x12")).data).toEqual({ error: "account:wallet.failed" });
    expect((await ask(withPass.address, "137")).data).toEqual({ error: "account:wallet.wrongChain" });
    expect((await ask(withPass.address, "x")).data).toEqual({ error: "account:wallet.wrongChain" });
  });
});
