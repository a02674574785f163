import { describe, expect, it } from "vitest";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import type { ProfileData } from "#server/wire/users";
import type { z } from "zod";
import type { calls } from "#server/wire/calls";
import { WALLET_KEY, walletBody, withSandbox } from "./support";

/** The public development keys 1 to 4. */
const KEYS = {
  withPass: WALLET_KEY,
  withoutPass: "0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a",
  newPass: "0x7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6",
  usedPass: "0x47e179ec197488593b187f80a00eb0da91f1b9d0b13f8733639f19c30a34926a",
} as const;

const sandbox = withSandbox();

interface Wish {
  register?: boolean;
  nonce?: string;
  domain?: string;
  uri?: string;
  expirationTime?: Date;
  signWith?: `0x${string}`;
  waitMs?: number;
}

async function request(key: `0x${string}`, wish: Wish = {}) {
  const { register, signWith, waitMs = 0, ...change } = wish;
  const signed = await walletBody(sandbox, key, change);
  const { message } = signed;
  const body = {
    ...signed,
    ...(signWith && { signature: await privateKeyToAccount(signWith).signMessage({ message }) }),
    ...(register && { register }),
  };
  sandbox.clock.pass(waitMs);
  return () => sandbox.call<z.output<typeof calls.walletSignIn.data>>("/auth/wallet/sign-in", { body });
}
const signIn = async (key: `0x${string}`, wish?: Wish) => (await request(key, wish))();

describe("a wallet", () => {
  it("with a pass signs in, and shows its NFTs; the same message again is refused", async () => {
    const send = await request(KEYS.withPass);
    const { data, result } = await send();
    expect(result).toBe(1);
    expect(data).toMatchObject({ type: "WALLET", email: null });
    const me = (await sandbox.call<ProfileData>("/users/me", { token: data.accessToken })).data;
    expect(me.wallet).toMatchObject({ hasPassToken: true });
    expect(me.wallet?.nfts).toHaveLength(4);
    expect((await send()).result).toBe(1010);
  });

  it("without a pass, or that nobody knows, is told so", async () => {
    expect((await signIn(KEYS.withoutPass)).result).toBe(1113);
    const stranger = generatePrivateKey();
    expect((await signIn(stranger)).result).toBe(1111);
    expect((await signIn(stranger, { register: true })).result).toBe(1113);
  });

  it("with a new pass is registered when it asks, and rewarded", async () => {
    expect((await signIn(KEYS.newPass)).result).toBe(1111);
    const { data } = await signIn(KEYS.newPass, { register: true });
    expect(data).toMatchObject({ soriaPlusAmount: 100 });
    expect(data.passAlreadyUsed).toBeUndefined();
    expect((await signIn(KEYS.newPass)).data.id).toBe(data.id);
  });

  it("with a used pass is registered without a reward", async () => {
    const { data } = await signIn(KEYS.usedPass, { register: true });
    expect(data).toMatchObject({ soriaPlusAmount: 0, passAlreadyUsed: true });
  });

  it.each<[string, Wish, number]>([
    ["another site's message", { domain: "evil.example", uri: "https://evil.example/" }, 1010],
    ["a URI elsewhere", { uri: "https://evil.example/sign-in" }, 1010],
    ["a made-up nonce", { nonce: "a".repeat(32) }, 1010],
    ["another key's signature", { signWith: KEYS.withoutPass }, 1010],
    ["a nonce of five minutes ago", { waitMs: 5 * 60_000 }, 1016],
    ["a message past its time", { expirationTime: new Date(Date.UTC(2026, 0, 1)) }, 1016],
  ])("is refused with %s", async (_what, wish, code) => {
    expect((await signIn(KEYS.withPass, wish)).result).toBe(code);
  });

  it("is refused with nonsense", async () => {
    const send = (body: object) => sandbox.call("/auth/wallet/sign-in", { body });
    expect(
      (await send({ message: "hello", signature: "0x00", language: "EN", platform: "WEB" })).result,
    ).toBe(1010);
    expect((await send({})).status).toBe(400);
  });
});
