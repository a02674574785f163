import type { Reasons } from "./reasons";

export const purchases: Reasons = {
  "server/purchases/response-fit.server.ts": {
    "a missing time parses to NaN, which is not before anything": [["moment !== undefined", "true"]],
  },
  "server/purchases/purchase.server.ts": {
    "split always gives a first part": [
      ['""', '"Stryker was here!"', 'return intentId ?? clientSecret.split("_secret_")[0] ?? "";'],
    ],
  },
  "server/purchases/order-request.server.ts": {
    "for the types: null is no safe integer, and times a quantity no amount": [
      ["amount === null", "false"],
      ["item.sale_amount === null", "false"],
    ],
    "the text undefined is no number either; the condition is for the types": [["id === undefined", "false"]],
  },
  "server/purchases/book-merge.server.ts": {
    "a switch whose last case does nothing": [["default:\n      break;", "default:"]],
  },
  "server/purchases/asking.server.ts": {
    "a pause of 0 ms is none": [
      ["wait > 0", "true"],
      ["wait > 0", "wait >= 0"],
    ],
  },
  "server/purchases/background-task.server.ts": {
    "nobody reads it after the abort": [
      ["() => true", "() => undefined"],
      ["true", "false", "const timer = pause(ms, true, { signal: late.signal }).catch(() => true);"],
    ],
  },
  "server/purchases/ledger.server.ts": {
    "the next write fails once and reads again: slower, and the same": [["version + 1", "version - 1"]],
  },
  "server/purchases/book.server.ts": {
    "lru-cache refuses a cache without a limit only where its types are checked; memory is the soak test's": [
      ["{ max: 10_000 }", "{}"],
    ],
    "assigned before it is read": [["[]", '["Stryker was here"]', "let unclearKeys: string[] = [];"]],
    'compared with "found" and "unclear" alone': [
      ['"none"', '""', 'if (rows.length === 0) return "none";'],
      ['"none"', '""', 'return unclearKeys.includes(key) ? "unclear" : "none";'],
    ],
    "the name of a lock: any name that is its own will do": [['"rebuild"', '""']],
  },
  "server/purchases/watch.server.ts": {
    "all members in one store record: slower, and the same": [
      [
        'createHash("sha256").update(owner).digest()[0] ?? 0',
        'createHash("sha256").update(owner).digest()[0] && 0',
      ],
    ],
  },
  "server/purchases/round.server.ts": {
    "reads one more record, which nobody writes": [["part < PARTS", "part <= PARTS"]],
    "a session has one member; compared all the same, because the entry stands for a payment": [
      ["each.owner !== entry.owner", "false"],
    ],
  },
  "server/purchases/outcomes.server.ts": {
    "reconcile asks the same, after one more read: slower, and the same": [
      ["isBookOld || purchases.some((each) => isDue(each, clock.now()))", "true"],
    ],
  },
  "server/purchases/timing.server.ts": {
    "the tests set shorter pauses": [["[0, 300, 900]", "[]"]],
  },
  "server/purchases/take-money.server.ts": {
    "an undefined order is not sent": [["orderId !== undefined", "true"]],
    "for the types: the purchase was found before": [
      ["now?.state", "now.state"],
      ["!isCardPurchase(open)", "false"],
      ['"a purchase has gone while its intent was made"', '""'],
    ],
    "for the types: a response that fits has a client secret": [
      ['""', '"Stryker was here!"', 'const { transactionId, clientSecret = "" } = data;'],
    ],
    "for the types: another amount is always read with its charge": [
      [
        'reading.kind === "amountChanged"',
        "false",
        'return reading.kind === "card" || reading.kind === "unknown" || reading.kind === "amountChanged"',
      ],
      [
        '"amountChanged"',
        '""',
        'return reading.kind === "card" || reading.kind === "unknown" || reading.kind === "amountChanged"',
      ],
    ],
  },
  "server/purchases/settle.server.ts": {
    "one lock for all purchases of a member: slower, and the same": [["`settle:${key}`", "``"]],
    "for the types: the purchase was found before": [
      ["seen?.state", "seen.state"],
      ["now?.state", "now.state"],
      ["after?.state", "after.state"],
    ],
    "other only if another request settles it during the capture; an undefined amount is not stored": [
      ['applyEvent(draft, "capture", now) && taken', 'applyEvent(draft, "capture", now) || taken'],
    ],
    "without a list nothing else is known": [
      [
        'result === "unknown"',
        "true",
        '} else if (result === "unknown" && features.list.isMissing() && !isEnd(purchase.state)) {',
      ],
    ],
    "an undefined number is not stored": [["orderNumber !== undefined", "true"]],
    "an undefined transaction is not sent": [["transactionId !== undefined", "true"]],
    "for the types: a call that is not refused has data": [["data?.orderId", "data.orderId"]],
  },
  "server/purchases/member-actions.server.ts": {
    "one more text that is no line": [["[]", '["Stryker was here"]']],
    "other only when the check takes more than 12 s": [
      ["(await settleFor(session, now))?.purchase", "(await settleFor(session, now)).purchase"],
    ],
    "other only if another request settles it during the cancellation": [
      ['draft.state === "cancelled"', "true"],
    ],
  },
  "server/purchases/create.server.ts": {
    "for the types: the purchase was found before": [["made?.state", "made.state"]],
  },
  "server/purchases/settle-history.server.ts": {
    "either is the same day": [["next < now", "next <= now"]],
    "for the types: the schema lets no other currency through": [
      ["!isPaymentType(currency)", "false"],
      ["takenOf(line)?.currency", "takenOf(line).currency"],
    ],
    "the name of a lock: any name that is its own will do": [['"history"', '""']],
    "as many lines as claims are found above": [["lines.length > claims", "lines.length >= claims"]],
    "one more text that is no transaction": [
      [
        "[]",
        '["Stryker was here"]',
        "purchases.flatMap(({ key, transactionId }) => (key === purchase.key ? [] : transactionId)),",
      ],
    ],
    "one more text that is no line": [
      [
        "[]",
        '["Stryker was here"]',
        "const lines = (await orUndefinedAfter(linesAround(buyerOf(session), purchase))) ?? [];",
      ],
    ],
    "another kind is priced in USD or SGD, which no line of a balance has": [['kind === "balance"', "true"]],
    "of two lines equally near either will do": [["away < distance", "away <= distance"]],
  },
};
