import { z } from "zod";
import { memberGet, memberPatch, textGet, type WireCalls } from "./call";
import {
  anyId,
  day,
  line,
  listOf,
  maybe,
  moment,
  noData,
  openEnum,
  optionalLine,
  rows,
  sizedPageRequest,
  softly,
  whole,
} from "./common";

/** An unknown account type is treated as EMAIL, the most common one. */
const accountType = openEnum(["EMAIL", "WALLET"], "EMAIL");

/** Whole units of a currency. One that is missing or invalid is shown as a dash, and costs no page. */
const balance = softly(whole);

/** The session user of the specification. A WALLET has no e-mail. */
export const userFields = z.object({
  id: anyId,
  type: accountType,
  email: maybe(z.string()),
  firstName: line,
  lastName: line,
  pointAmount: balance,
  soriaAmount: balance,
  soriaPlusAmount: balance,
});

const nft = z.object({
  type: z.string(),
  tokenId: anyId,
  soriaPlusReward: softly(whole),
  rewardStatus: openEnum(["RECEIVED", "NOT_RECEIVED"], "NOT_RECEIVED"),
});
export type Nft = z.infer<typeof nft>;

const wallet = z.object({ address: z.string(), hasPassToken: z.boolean(), nfts: rows(nft) });
export type Wallet = z.infer<typeof wallet>;

/** `wallet` only for WALLET; `createdAt` is when the account was opened, if stated. */
export const profileData = userFields.extend({ wallet: softly(wallet), createdAt: maybe(moment) });
export type ProfileData = z.infer<typeof profileData>;

const historyCurrency = z.enum(["soria", "soria-plus", "point"]);

const transactionType = z.enum(["RECHARGE", "REDEEM", "REWARD"]);

/** `change_amount` is never negative, `type` determines its sign; `net_amount` is the balance after it. */
const historyItem = z.object({
  id: anyId,
  created_at: moment,
  currency_type: historyCurrency,
  type: transactionType,
  change_amount: whole,
  net_amount: whole,
  web_note: optionalLine,
  /** Store transaction that changed the balance; an older API omits it. */
  transactionId: softly(z.string().min(1)),
});
export type HistoryItem = z.infer<typeof historyItem>;

export const historyData = listOf(historyItem);
export type HistoryData = z.infer<typeof historyData>;

export const calls = {
  profile: memberGet("/users/me", { data: profileData }),
  updateProfile: memberPatch("/users/me", {
    about: ["name", "text", "details"],
    json: z.object({ firstName: z.string(), lastName: z.string() }),
    data: profileData,
  }),
  deleteAccount: { method: "DELETE", path: "/users/me", auth: "member", data: noData },
  /** Newest first. The days `from` and `to` are inclusive; `transactionType` ALL means no filter. */
  history: textGet("/users/me/history", {
    query: sizedPageRequest.extend({
      currencyType: historyCurrency,
      transactionType: z.enum(["ALL", ...transactionType.options]),
      from: day,
      to: day,
    }),
    data: historyData,
  }),
  /** Business errors 1115 and 1203 for a wrong old password. */
  changePassword: memberPatch("/users/me/password", {
    about: ["password"],
    json: z.object({ oldPassword: z.string(), newPassword: z.string() }),
    data: noData,
  }),
} as const satisfies WireCalls;
