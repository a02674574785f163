import { withLabels } from "../content/labels";
import type { Statement } from "../database";
import { CURRENCY, DAY, type Balance } from "../members";
import type { Texts } from "../texts";
import type { Random } from "./random";

/** Notes of the history's lines. */
export const NOTES = withLabels({
  RECHARGE: [
    { ja: "{{coin}}チャージ", en: "{{coin}} top-up", ko: "{{coin}} 충전", zh: "{{coin}} 充值" },
    { ja: "{{coin}}パック購入", en: "{{coin}} pack", ko: "{{coin}} 팩 구매", zh: "购买 {{coin}} 礼包" },
    { ja: "払い戻し", en: "Refund", ko: "환불", zh: "退款" },
  ],
  REWARD: [
    { ja: "毎日の訪問", en: "Daily visit", ko: "일일 접속 보상", zh: "每日登录" },
    { ja: "島めぐりイベント", en: "Island tour event", ko: "섬 여행 이벤트", zh: "环岛活动" },
    { ja: "投票参加特典", en: "Thank-you for voting", ko: "투표 참여 보상", zh: "投票参与奖励" },
    { ja: "友だち招待", en: "Friend invited", ko: "친구 초대", zh: "邀请好友" },
  ],
  REDEEM: [
    { ja: "空の灯籠", en: "Sky lantern", ko: "하늘 등롱", zh: "天空灯笼" },
    { ja: "アバターの衣装", en: "Avatar outfit", ko: "아바타 의상", zh: "角色服装" },
    { ja: "渡し船の乗船券", en: "Ferry ticket", ko: "나룻배 승선권", zh: "渡船船票" },
    { ja: "ワークショップ参加", en: "Workshop seat", ko: "워크숍 참가", zh: "参加工作坊" },
  ],
}) as Record<"RECHARGE" | "REWARD" | "REDEEM", Texts[]>;

/** Range of an amount: minimum, maximum, step. */
const SIZE: Record<Balance, [number, number, number]> = {
  soria: [5, 400, 10],
  soria_plus: [1, 12, 5],
  point: [1, 30, 5],
};

interface Line {
  balance: Balance;
  type: "RECHARGE" | "REWARD" | "REDEEM";
  amount: number;
  net: number;
}

/**
 * Generates the movements of one currency, oldest first, from 0 to exactly `final`. Works backwards from the end, so
 * that no balance is negative; the oldest movement brings the rest.
 */
function linesOf(random: Random, balance: Balance, final: number, count: number): Line[] {
  const [from, to, step] = SIZE[balance];
  const gain = balance === "soria" ? "RECHARGE" : "REWARD";
  const lines: Line[] = [];
  let net = final;
  for (let left = count; left > 1; left -= 1) {
    const amount = random.whole(from, to) * step;
    // A gain must leave an amount for the earlier lines; a loss increases what they must bring.
    const gains = net > amount * 2 && random.chance(0.62);
    lines.unshift({ balance, type: gains ? gain : "REDEEM", amount, net });
    net += gains ? -amount : amount;
  }
  if (count > 0 && net > 0) lines.unshift({ balance, type: gain, amount: net, net });
  return lines;
}

/** Distributes `count` lines over the currencies with a balance, or over all when every balance is 0. */
function shares(balances: Record<Balance, number>, count: number): Record<Balance, number> {
  const wanted = (["soria", "soria_plus", "point"] as const).filter((name) => balances[name] > 0);
  const result: Record<Balance, number> = { soria: 0, soria_plus: 0, point: 0 };
  const list = wanted.length > 0 ? wanted : (["soria", "soria_plus", "point"] as const);
  for (let i = 0; i < count; i += 1) result[list[i % list.length] ?? "soria"] += 1;
  return result;
}

/**
 * Returns `count` history rows over the last `days` days, more of them recent, that add up to the balances. A balance
 * of 0 needs two rows, so a single row for it is left out.
 */
export function historyStatements(
  random: Random,
  {
    memberId,
    balances,
    count,
    now,
    days,
  }: {
    memberId: number;
    balances: Record<Balance, number>;
    count: number;
    now: number;
    days: number;
  },
): Statement[] {
  const share = shares(balances, count);
  const lines = (["soria", "soria_plus", "point"] as const).flatMap((balance) => {
    const made = linesOf(random, balance, balances[balance], share[balance]);
    const times = made
      .map(() => now - 60_000 - Math.floor(days * (DAY - 120_000) * random.next() ** 1.6))
      .sort((a, b) => a - b);
    return made.map((line, i) => ({ ...line, at: times[i] ?? now }));
  });
  return lines
    .sort((a, b) => a.at - b.at)
    .map(({ balance, type, amount, net, at }) => ({
      sql: `INSERT INTO history (member_id, created_at, currency, type, change_amount, net_amount, note)
        VALUES (?, ?, ?, ?, ?, ?, ?)`,
      args: [memberId, at, CURRENCY[balance], type, amount, net, JSON.stringify(random.pick(NOTES[type]))],
    }));
}
