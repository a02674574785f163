import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { artPath, loadContent } from "../content";
import { insertRow, type Statement } from "../database";
import { DAY, insertMember, MAX_FAILURES, type Balance, type Member } from "../members";
import { hashPassword } from "../passwords";
import { historyStatements, inquiryStatements, orderStatements } from "./belongings";
import { daoStatements, publicStatements } from "./content";
import { brandTexts } from "../../../app/domain/brand-text";
import { brand } from "../../runtime/brand";
import memberInquiries from "./inquiries.json";
import { seededRandom } from "./random";

/** Password of all seeded accounts, and default of POST /__members (docs/decisions/0011). */
export const PASSWORD = "Soria-2024!";
/** Remaining time of a seeded suspension at every read, in ms: 3 days 4 hours 5 minutes. */
const SUSPENSION_MS = ((3 * 24 + 4) * 60 + 5) * 60_000;
/** Default reason of a suspension. */
export const SUSPENSION_REASON = {
  ja: "利用規約に反する取引（アカウントの売買）が確認されたため",
  en: "Trading of accounts, which the terms of use forbid",
  ko: "이용약관에 어긋나는 거래(계정 매매)가 확인됐어요",
  zh: "经确认存在违反使用条款的交易（买卖账户）",
};
export const LEAVING_DAYS = 12;

/** Returns the columns of a new member in each state. */
export const statesAt = (now: number): Record<string, Partial<Member>> => ({
  locked: { locked: 1, failed_count: MAX_FAILURES },
  suspended: {
    suspended_at: now - DAY,
    suspended_ms: SUSPENSION_MS,
    suspended_rolling: 1,
    suspended_reason: JSON.stringify(SUSPENSION_REASON),
  },
  leaving: { deletion_at: now + LEAVING_DAYS * DAY },
});

const WALLET_WITH_PASS = "0x70997970c51812dc3a010c7d01b50e0d17dc79c8";
const BALANCES: Record<Balance, number> = { point: 1_234, soria: 56_780, soria_plus: 910 };
const WALLET_BALANCES: Record<Balance, number> = { point: 320, soria: 12_400, soria_plus: 460 };

const nfts = [
  { type: "ENTRY", tokenId: "1024", reward: 50, received: true },
  { type: "VOTING", tokenId: "377", reward: 120, received: true },
  { type: "SUGGESTION", tokenId: "58", reward: 300, received: false },
  { type: "BUSINESS", tokenId: "9", reward: 900, received: false },
];
const wallets = [
  { address: WALLET_WITH_PASS, hasPass: true, passUsed: true },
  { address: "0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc", hasPass: false },
  // Development keys 3 and 4: a pass that is not registered, and one that was registered before.
  { address: "0x90f79bf6eb2c4f870365e785982e1f101e93b906", hasPass: true },
  { address: "0x15d34aaf54267db7d7c367839aaf71a00a2c6a65", hasPass: true, passUsed: true },
];

/**
 * Returns the initial data (docs/decisions/0011), relative to `now`; the same seed gives the same data. Writes the
 * one attachment to `filesDir`.
 */
export async function seedStatements(now: number, filesDir: string, seed = 2024): Promise<Statement[]> {
  const random = seededRandom(seed);
  const content = loadContent();
  const password = await hashPassword(PASSWORD);
  const states = statesAt(now);
  const member = (first_name: string, last_name: string, days: number, more: Partial<Member>) =>
    insertMember({ first_name, last_name, created_at: now - days * DAY, ...more });

  const attachment = "5ca1ab1e".repeat(4);
  const picture = "ferry-screen.png";
  await mkdir(filesDir, { recursive: true });
  const bytes = await readFile(artPath(picture));
  await writeFile(join(filesDir, attachment), bytes);

  return [
    // Ids follow this order: member@ is 1, the wallet is 6.
    member("灯", "水野", 400, { email: "member@soria.test", password, ...BALANCES }),
    member("はじめ", "新井", 0, { email: "new@soria.test", password }),
    member("鍵", "錠前", 200, { email: "locked@soria.test", password, ...states.locked }),
    member("Rin", "Halt", 150, { email: "suspended@soria.test", password, ...states.suspended }),
    member("Sol", "Farewell", 300, { email: "leaving@soria.test", password, ...states.leaving }),
    member("Nami", "Kessler", 120, { type: "WALLET", address: WALLET_WITH_PASS, ...WALLET_BALANCES }),
    ...wallets.map((wallet) => insertRow("wallets", wallet)),
    ...nfts.map((nft) => insertRow("nfts", { address: WALLET_WITH_PASS, ...nft })),
    ...publicStatements(random, content, now),
    ...historyStatements(random, { memberId: 1, balances: BALANCES, count: 123, now, days: 90 }),
    ...historyStatements(random, { memberId: 6, balances: WALLET_BALANCES, count: 24, now, days: 60 }),
    ...orderStatements(random, { memberId: 1, count: 23, now }),
    ...orderStatements(random, { memberId: 6, count: 4, now, mark: 10 }),
    insertRow("files", { id: attachment, name: picture, type: "image/png", size: bytes.length }),
    ...inquiryStatements(random, {
      memberId: 1,
      name: "水野 灯",
      email: "member@soria.test",
      inquiries: brandTexts(memberInquiries, "ja", brand),
      now,
      attachment,
    }),
    ...daoStatements(content, now, 1),
  ];
}
