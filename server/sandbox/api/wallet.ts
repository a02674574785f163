import { randomBytes } from "node:crypto";
import type { SiweMessage } from "viem/siwe";
import { brand } from "../../runtime/brand";
import { calls } from "../../wire/calls";
import { Code } from "../../wire/codes";
import { Refusal } from "../responses";
import { insertRow, sql } from "../database";
import type { Services } from "../services";
import { insertMember, isDeleted, memberByAddress } from "../members";
import { iso } from "../texts";
import { admit } from "./auth";
import type { Route } from "./route";

const NONCE_LIFE = 5 * 60_000;
/** Soria Plus for the first registration of a pass. A pass that was registered before earns nothing (WEB-006). */
const PASS_REWARD = 100;

const LOCAL_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/;

const wrong = (message: string) => new Refusal(Code.AUTH_INVALID_TOKEN, message);

/** Checks that the domain is the site's, or this machine's on any port (for tests), as is the URI's. */
function isOurs(services: Services, { domain, uri }: Partial<SiweMessage>): boolean {
  if (domain === undefined || uri === undefined || !URL.canParse(uri)) return false;
  const site = new URL(services.settings.siteOrigin).host;
  return (domain === site || LOCAL_HOST.test(domain)) && new URL(uri).host === domain;
}

/**
 * Checks an EIP-4361 message: nonce (issued here, unused, at most 5 minutes old; consumed by this attempt), domain,
 * URI, version, the message's own time limits, and the signature.
 *
 * @returns the address in lower case
 * @throws Refusal 1016 when a time limit has passed, 1010 for every other fault
 */
async function checkMessage(services: Services, text: string, signature: string): Promise<string> {
  // Imported on first use: viem takes a third of the start-up time, and `npm run dev` restarts after each change.
  const [{ parseSiweMessage, validateSiweMessage }, { verifyMessage }] = await Promise.all([
    import("viem/siwe"),
    import("viem/utils"),
  ]);
  const message = parseSiweMessage(text);
  const { address, nonce } = message;
  if (address === undefined || nonce === undefined) throw wrong("This is no sign-in message");
  const row = await services.db.one<{ expires_at: number }>(
    sql`DELETE FROM wallet_nonces WHERE nonce = ${nonce} RETURNING expires_at`,
  );
  if (!row) throw wrong("The nonce is unknown, or was used before");
  const over = (time: Date | undefined) => time !== undefined && time.getTime() <= services.now();
  if (row.expires_at <= services.now() || over(message.expirationTime))
    throw new Refusal(Code.AUTH_EXPIRED_TOKEN, "EXPIRED_TOKEN");
  if (message.version !== "1" || !isOurs(services, message)) throw wrong("The message is for another site");
  if (!validateSiweMessage({ message, address, time: new Date(services.now()) }))
    throw wrong("The message is not valid now");
  if (!/^0x[0-9a-f]+$/i.test(signature)) throw wrong("This is no signature");
  // viem throws for a malformed signature. Treat it as an invalid one.
  const signed = await verifyMessage({
    address,
    message: text,
    signature: signature as `0x${string}`,
  }).catch(() => false);
  if (!signed) throw wrong("The signature is not this address's");
  return address.toLowerCase();
}

const REWARD_NOTE = JSON.stringify({
  ja: "パス登録特典",
  en: "Pass registration",
  ko: "패스 등록 보상",
  zh: "通行证注册奖励",
});

/** Creates a member for a wallet address that holds a pass token. */
async function register(services: Services, address: string, passUsed: boolean): Promise<void> {
  const now = services.now();
  await services.db.atomically([
    insertMember({
      type: "WALLET",
      first_name: brand.brand.en,
      last_name: "Wallet",
      address,
      soria_plus: passUsed ? 0 : PASS_REWARD,
      created_at: now,
    }),
    sql`UPDATE wallets SET pass_used = 1 WHERE address = ${address}`,
    sql`INSERT INTO history (member_id, created_at, currency, type, change_amount, net_amount, note)
      SELECT id, ${now}, 'soria-plus', 'REWARD', soria_plus, soria_plus, ${REWARD_NOTE} FROM members
      WHERE address = ${address} AND soria_plus > 0`,
  ]);
}

/**
 * Routes Sign-In with Ethereum (docs/decisions/0009). GET auth/wallet/nonce; POST auth/wallet/sign-in responds as
 * auth/sign-in, or: 1113 the address holds no pass token (WEB-003); 1111 it holds one but is not registered (WEB-004;
 * repeat with `register: true` and a new message); 1010 and 1016 as `checkMessage`. An address unknown to the sandbox
 * gets 1111, then 1113 when it registers.
 */
export function walletCalls(services: Services, on: Route) {
  on(calls.walletNonce, async () => {
    const nonce = randomBytes(16).toString("hex");
    const expiresAt = services.now() + NONCE_LIFE;
    await services.db.atomically([
      sql`DELETE FROM wallet_nonces WHERE expires_at < ${services.now()}`,
      insertRow("wallet_nonces", { nonce, expiresAt }),
    ]);
    return { nonce, expiresAt: iso(expiresAt) };
  });

  on(calls.walletSignIn, async ({ message, signature, language, register: wantsIn }) => {
    const address = await checkMessage(services, message, signature);
    return services.lock(`wallet ${address}`, async () => {
      const wallet = await services.db.one<{ has_pass: number; pass_used: number }>(
        sql`SELECT * FROM wallets WHERE address = ${address}`,
      );
      const known = await memberByAddress(services.db, address);
      if (wallet ? !wallet.has_pass : wantsIn) throw new Refusal(Code.USER_NOT_AUTHORIZED, "NO_PASS_TOKEN");
      if (!known && !wantsIn) throw new Refusal(Code.USER_NOT_FOUND, "WALLET_NOT_REGISTERED");
      const passAlreadyUsed = !known && wallet?.pass_used === 1;
      if (!known) await register(services, address, passAlreadyUsed);
      const member = known ?? (await memberByAddress(services.db, address));
      if (!member) throw new Error("A registered wallet has no member");
      if (isDeleted(member, services.now())) throw new Refusal(Code.AUTH_USER_DELETED, "USER_DELETED");
      if (member.locked) throw new Refusal(Code.USER_LOCKED, "USER_LOCKED");
      return {
        ...(await admit(services, member, language)),
        ...(passAlreadyUsed && { passAlreadyUsed }),
      };
    });
  });
}
