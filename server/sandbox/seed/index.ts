import { copyFile, mkdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { artPath, loadContent } from "../content";
import { insertRow, type Statement } from "../database";
import { DAY, insertMember, type Balance } from "../members";
import { hashPassword } from "../passwords";
import { daoStatements, publicStatements } from "./content";
import { historyStatements } from "./history";
import { inquiryStatements } from "./inquiries";
import { brandTexts } from "../../../app/domain/brand-text";
import { brand } from "../../runtime/brand";
import memberInquiries from "./inquiries.json";
import { orderStatements } from "./orders";
import { seededRandom } from "./random";

/** Password of all seeded accounts, and default of POST /__members (docs/decisions/0011). */
export const PASSWORD = "Soria-2024!";
/** Remaining time of a seeded suspension at every read, in ms: 3 days 4 hours 5 minutes. */
export const SUSPENSION_MS = ((3 * 24 + 4) * 60 + 5) * 60_000;
/** Default reason of a suspension. */
export const SUSPENSION_REASON = {
  ja: "利用規約に反する取引（アカウントの売買）が確認されたため",
  en: "Trading of accounts, which the terms of use forbid",
  ko: "이용약관에 어긋나는 거래(계정 매매)가 확인됐어요",
  zh: "经确认存在违反使用条款的交易（买卖账户）",
};
export const LEAVING_DAYS = 12;

const WALLET_WITH_PASS = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const WALLET_WITHOUT_PASS = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
/** Development keys 3 and 4: a pass that is not registered, and one that was registered before. */
const WALLET_NEW_PASS = "0x90F79bf6EB2c4f870365E785982E1f101E93b906";
const WALLET_USED_PASS = "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65";

const BALANCES: Record<Balance, number> = { point: 1_234, soria: 56_780, soria_plus: 910 };
const WALLET_BALANCES: Record<Balance, number> = { point: 320, soria: 12_400, soria_plus: 460 };

const NFTS: [string, string, number, boolean][] = [
  ["ENTRY", "1024", 50, true],
  ["VOTING", "377", 120, true],
  ["SUGGESTION", "58", 300, false],
  ["BUSINESS", "9", 900, false],
];

function wallets(): Statement[] {
  const wallet = (address: string, hasPass: boolean, used: boolean) =>
    insertRow("wallets", { address: address.toLowerCase(), has_pass: hasPass, pass_used: used });
  return [
    wallet(WALLET_WITH_PASS, true, true),
    wallet(WALLET_WITHOUT_PASS, false, false),
    wallet(WALLET_NEW_PASS, true, false),
    wallet(WALLET_USED_PASS, true, true),
    ...NFTS.map(([type, token_id, reward, received]) =>
      insertRow("nfts", { address: WALLET_WITH_PASS.toLowerCase(), type, token_id, reward, received }),
    ),
  ];
}

/**
 * Returns the initial data (docs/decisions/0011), relative to `now`; the same seed gives the same data. Writes the
 * one attachment to `filesDir`.
 */
export async function seedStatements(options: {
  now: number;
  seed: number;
  filesDir: string;
}): Promise<Statement[]> {
  const { now, seed, filesDir } = options;
  const random = seededRandom(seed);
  const content = loadContent();
  const password = await hashPassword(PASSWORD);
  const member = { firstName: "灯", lastName: "水野", password };
  const since = (days: number) => now - days * DAY;

  const attachment = "5ca1ab1e".repeat(4);
  const picture = "ferry-screen.png";
  await mkdir(filesDir, { recursive: true });
  await copyFile(artPath(picture), join(filesDir, attachment));

  return [
    // Ids follow this order: member@ is 1, the wallet is 6.
    insertMember({ ...member, email: "member@soria.test", balances: BALANCES, createdAt: since(400) }),
    insertMember({
      ...member,
      firstName: "はじめ",
      lastName: "新井",
      email: "new@soria.test",
      createdAt: since(0),
    }),
    insertMember({
      ...member,
      firstName: "鍵",
      lastName: "錠前",
      email: "locked@soria.test",
      locked: true,
      createdAt: since(200),
    }),
    insertMember({
      ...member,
      firstName: "Rin",
      lastName: "Halt",
      email: "suspended@soria.test",
      suspension: { at: since(1), ms: SUSPENSION_MS, rolling: true, reason: SUSPENSION_REASON },
      createdAt: since(150),
    }),
    insertMember({
      ...member,
      firstName: "Sol",
      lastName: "Farewell",
      email: "leaving@soria.test",
      deletionAt: now + LEAVING_DAYS * DAY,
      createdAt: since(300),
    }),
    insertMember({
      type: "WALLET",
      firstName: "Nami",
      lastName: "Kessler",
      address: WALLET_WITH_PASS,
      balances: WALLET_BALANCES,
      createdAt: since(120),
    }),
    ...wallets(),
    ...publicStatements(random, content, now),
    ...historyStatements(random, { memberId: 1, balances: BALANCES, count: 123, now, days: 90 }),
    ...historyStatements(random, { memberId: 6, balances: WALLET_BALANCES, count: 24, now, days: 60 }),
    ...orderStatements(random, { memberId: 1, products: content.products, count: 23, now }),
    ...orderStatements(random, { memberId: 6, products: content.products, count: 4, now, mark: 10 }),
    insertRow("files", {
      id: attachment,
      name: picture,
      type: "image/png",
      size: (await stat(artPath(picture))).size,
    }),
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
