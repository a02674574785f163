import { Client, type Exchange } from "./client";
import { callRules, readContract, type Contract } from "./contract";
import { Findings } from "./findings";
import { Judge } from "./judge";
import { Mask } from "./mask";
import { callOf, MONEY_RULES } from "./money-rules";
import type { Options } from "./options";
import { NoVerdict, PurchaseLimit, Unreadable, type Env } from "./env";
import { Run, type Step } from "./run";
import { expiry, leaving, recovery, signUp } from "./steps/account";
import { openCards, paidCards, paypal } from "./steps/cards";
import { codes, inquiries, likes, names } from "./steps/changes";
import { guestReads, guestRefusals, madeUp, reach, tokenless } from "./steps/guest";
import { atOnce, keyless, refusal, replay, scope } from "./steps/keys";
import { guestLists, memberLists } from "./steps/lists";
import { malformed } from "./steps/malformed";
import { governance, memberReads, memberRefusals, orderRefusals } from "./steps/member";
import { late, orders } from "./steps/orders";
import { book, price } from "./steps/price";
import { goodbye, signIn, signOutAll, tokens, wallet } from "./steps/session";
import { unspent } from "./steps/unspent";

const BY_HAND = "stopped by hand";

/** Order: read-only steps, steps that change data, steps that cost money, steps that wait. */
const STEPS: Step[] = [
  ...[reach, guestReads, guestLists, guestRefusals, madeUp, tokenless],
  ...[signIn, tokens, wallet, memberReads, memberLists, memberRefusals, orderRefusals, governance],
  ...[names, inquiries, likes, codes, signUp, recovery, leaving],
  ...[
    malformed,
    atOnce,
    replay,
    price,
    scope,

    refusal,
    keyless,
    unspent,
    openCards,
    paidCards,
    paypal,
    orders,
    book,
  ],
  ...[goodbye, expiry, late],
];

/** Returns every rule of the kit: from the contract, from money.md and from the steps. */
export function allRules(contract: Contract): string[] {
  return [
    ...new Set([
      ...callRules(contract),
      ...contract.moneyRules,
      ...STEPS.flatMap((step) => step.rules(contract)),
    ]),
  ];
}

export interface Report {
  options: Options;
  contract: Contract;
  findings: Findings;
  exchanges: Exchange[];
  /** Response times by call, in ms. */
  times: Map<string, number[]>;
  requests: number;
  /** Duration of the run in ms. */
  took: number;
  /** Rules selected by `--rule`; all rules by default. */
  rules: string[];
  /** Set when the run ended early, with the reason. */
  ended?: { kind: "no verdict" | "stopped"; reason: string };
  mask: Mask;
}

/** Returns whether `--rule` selects a rule: by its name, its call, or its kind (`money`, `calls`). */
export function isAsked(rule: string, asked: string[]): boolean {
  if (asked.length === 0) return true;
  const isMoney = /^M\d/.test(rule);
  return asked.some(
    (one) =>
      one === rule ||
      (one === "money" && isMoney) ||
      (one === "calls" && !isMoney) ||
      (!isMoney && callOf(rule) === one),
  );
}

/** Runs every step whose needs are met, then signs all sessions out. Does not throw for errors of the API. */
export async function conform(options: Options, env: Env, contract = readContract()): Promise<Report> {
  const mask = new Mask();
  const findings = new Findings();
  const exchanges: Exchange[] = [];
  for (const secret of [options.password, options.second?.password, options.walletKey])
    mask.add(secret ?? "", "password");
  const client = new Client({
    bases: { product: options.url, order: options.orders },
    mask,
    fetch: env.fetch,
    elapsed: env.elapsed,
    patience: env.patience,
    signal: env.signal,
    onExchange: (exchange) => void exchanges.push(exchange),
  });
  const run = new Run(contract, options, env, client, new Judge(contract, findings, mask), findings, mask);
  const started = performance.now();
  let ended: Report["ended"];
  try {
    for (const step of STEPS) await runStep(run, step);
  } catch (error) {
    if (error instanceof PurchaseLimit) ended = { kind: "stopped", reason: error.message };
    else if (env.signal.aborted) ended = { kind: "stopped", reason: BY_HAND };
    else ended = { kind: "no verdict", reason: mask.text(messageOf(error)) };
  }
  await signOutAll(run);
  const rules = allRules(contract).filter((rule) => isAsked(rule, options.rules));
  for (const rule of rules) {
    const money = MONEY_RULES[rule];
    const reason = money && "reason" in money ? money.reason : (ended?.reason ?? "no answer to look at");
    findings.skip(rule, reason);
  }
  return {
    options,
    contract,
    findings,
    exchanges,
    times: run.times,
    requests: client.count,
    took: performance.now() - started,
    rules,
    mask,
    ...(ended && { ended }),
  };
}

async function runStep(run: Run, step: Step): Promise<void> {
  const rules = step.rules(run.contract);
  const { rules: asked } = run.options;
  // Every step checks the responses of its calls, so running the steps that list a rule is enough.
  const isWanted = step.id === "reach" || rules.some((rule) => isAsked(rule, asked));
  if (!isWanted) return;
  const lacks = step.needs.map((need) => run.lacks(need)).filter((need) => need !== undefined);
  if (lacks.length > 0) {
    const own = run.contract.calls
      .filter(({ id }) => rules.some((rule) => rule.startsWith(`${id} `)))
      .flatMap(({ id }) => [`${id} answer`]);
    for (const rule of [...rules, ...own]) run.findings.skip(rule, `needs ${lacks.join(", ")}`);
    return;
  }
  try {
    await step.run(run);
  } catch (error) {
    if (error instanceof NoVerdict || error instanceof PurchaseLimit || run.env.signal.aborted) throw error;
    unreadable(run, step, error);
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Records that a step ended at a response that it could not read. The rules that it did not reach are not tried. */
function unreadable(run: Run, step: Step, error: unknown): void {
  const call = run.lastCall ?? "news.list";
  const isOurs = error instanceof Unreadable;
  run.fault(`${call} answer`, call, {
    path: isOurs ? error.path : "data",
    found: `an answer that "${step.id}" cannot read: ${messageOf(error).slice(0, 200)}`,
    wanted: isOurs ? error.wanted : "the types of the contract",
    kind: isOurs ? "warn" : "fail",
  });
  for (const rule of step.rules(run.contract))
    run.findings.skip(rule, `"${step.id}" ended at an answer that it cannot read`);
}

/**
 * Returns the exit code of a report (docs/connecting-your-api.md): 0 the API fits, 1 it does not fit, 2 the run could
 * not be made or not be finished.
 */
export function exitCodeOf({ findings, ended, options, rules }: Report): 0 | 1 | 2 {
  if (ended?.kind === "no verdict") return 2;
  const counted = findings.list().filter((one) => isAsked(one.rule, options.rules));
  // A failure takes precedence over the purchase limit, because failed rules can use up the purchases.
  const isByHand = ended !== undefined && ended.reason === BY_HAND;
  if (!isByHand && counted.some(({ kind }) => kind === "fail")) return 1;
  if (ended) return 2;
  const isUnproved = rules.some((rule) => findings.untried.has(rule) && !isImpossible(rule));
  const isIncomplete = counted.some(({ kind }) => kind === "missing") || isUnproved;
  return options.strict && isIncomplete ? 1 : 0;
}

/** Returns whether a rule cannot be tested from outside. */
export const isImpossible = (rule: string) => {
  const money = MONEY_RULES[rule];
  return money !== undefined && "reason" in money;
};
