/** Guards of the code that keeps the ledger, creates the keys, and sends the calls that take money. */
import type { Guard } from "./guard";

const of = (name: string) => `server/purchases/${name}.server.ts`;

export const takingGuards: readonly Guard[] = [
  {
    name: "the lock: one at a time for each member and purchase",
    file: of("ledger"),
    is: "  sessionStore().withLock(`${what}:${owner}`, work, LOCK_WAIT_MS);",
    becomes: "  LOCK_WAIT_MS > 0 ? work() : sessionStore().withLock(`${what}:${owner}`, work);",
  },
  {
    name: "compare and set: no write over what another request wrote",
    file: of("ledger"),
    is: "if (await writeVersion(key, version, content)) return draft;",
    becomes: "if ((await writeVersion(key, version, content)) || version >= 0) return draft;",
  },
  {
    name: "the ledger is sealed again under a new secret",
    file: of("ledger"),
    is: "if (!opened.isOld) return { version: record.version, ...ledger };",
    becomes: "if (opened.value !== undefined) return { version: record.version, ...ledger };",
  },
  {
    name: "nothing is bought on an unreadable ledger, and nothing is written over it",
    file: of("ledger"),
    is: "if (!opened || !parsed.success) throw new LedgerUnreadable();",
    becomes:
      "if (!opened || !parsed.success) return { version: record.version, settled: 0, purchases: [], unread: [] };",
  },
  {
    name: "an unreadable ledger is put aside, not deleted",
    file: of("ledger"),
    is: "  await sessionStore().create(`${key}${ASIDE}${clock.now()}`, { payload, expiresAt });\n",
    becomes: "",
  },
  {
    name: "rows of a newer build stay in the ledger",
    file: of("ledger"),
    is: "purchases: [...purchases, ...unread] }",
    becomes: "purchases }",
  },
  {
    name: "the key: the same for every form of an intention",
    file: of("keys"),
    is: "derived(`${owner} ${slot} ${settled}`)",
    becomes: "derived(`${owner} ${slot} ${settled} ${Math.random()}`)",
  },
  {
    name: "the key: another one after an end was told",
    file: of("keys"),
    is: "derived(`${owner} ${slot} ${settled}`)",
    becomes: "derived(`${owner} ${slot} ${typeof settled}`)",
  },
  {
    name: "the epoch in the key: a new ledger never makes an old key again",
    file: of("keys"),
    is: 'randomBytes(EPOCH_BYTES).toString("base64url")',
    becomes: 'Buffer.alloc(EPOCH_BYTES).toString("base64url")',
  },
  {
    name: "a form of a lost ledger is looked up before it is sent",
    file: of("keys"),
    is: 'return own !== "" && own !== `${epoch}-`;',
    becomes: 'return own === "" && own !== `${epoch}-`;',
  },
  {
    name: "the key: another one for another content of the form",
    file: of("keys"),
    is: "const parts = [owner, form, objectId, quantity, unitAmount, currency, input, turn];",
    becomes: "const parts = [owner, form, objectId, unitAmount, currency, input, turn];",
  },
  {
    name: "the key: nothing but the form and its content",
    file: of("keys"),
    is: "return `${epochIn(form)}${derived(JSON.stringify(parts))}`;",
    becomes: "return `${epochIn(form)}${derived(JSON.stringify([...parts, Date.now()]))}`;",
  },
  {
    name: "a capture after a refusal has another key",
    file: of("keys"),
    is: "return refusals === 0 ? key :",
    becomes: "return refusals >= 0 ? key :",
  },
  {
    name: "the key goes out with the purchase",
    file: of("take-money"),
    is: "{ tokens: session, key, json, onReplay }",
    becomes: "{ tokens: session, key: `${key}${Math.random()}`, json, onReplay }",
  },
  {
    name: "the key goes out with the order",
    file: of("settle"),
    is: "key: purchase.key, json: orderRequestOf",
    becomes: "key: `${purchase.key}${Math.random()}`, json: orderRequestOf",
  },
  {
    name: "the price goes out with the purchase",
    file: of("take-money"),
    is: "    expectedUnitAmount: unitAmount,\n",
    becomes: "",
  },
  {
    name: "the currency goes out with the purchase",
    file: of("take-money"),
    is: "    expectedCurrency: currency,\n",
    becomes: "",
  },
  {
    name: "the price goes out with the order",
    file: of("order-request"),
    is: "expectedUnitAmount: unitAmount, ",
    becomes: "",
  },
  {
    name: "the record before the call",
    file: of("create"),
    is: "    draft.purchases.push(purchase);\n",
    becomes: '    if (purchase.kind !== "balance") draft.purchases.push(purchase);\n',
  },
  {
    name: "nothing is begun beside one that may be paid",
    file: of("intention"),
    is: 'if (inDoubt) return { kind: "unsettled", purchase: inDoubt };',
    becomes: 'if (inDoubt && Date.now() < 0) return { kind: "unsettled", purchase: inDoubt };',
  },
  {
    name: "a form that was finished buys nothing again",
    file: of("intention"),
    is: 'if (own && isEnd(own.state)) return { kind: "already", purchase: own };',
    becomes: 'if (own && isEnd(own.state)) return { kind: "begin", key: `${key}-again`.slice(-64) };',
  },
  {
    name: "a 401 after the work is no refusal",
    file: of("take-money"),
    is: 'if (error.kind === "business" && tookNothing(error.code)) {',
    becomes: 'if ((error.kind === "business" && tookNothing(error.code)) || error.status === 401) {',
  },
  {
    name: "a lost answer is no refusal",
    file: of("take-money"),
    is: 'if (error.kind === "business" && tookNothing(error.code)) {',
    becomes: 'if (error.kind !== "business" || tookNothing(error.code)) {',
  },
  {
    name: "only codes that took nothing are refusals",
    file: of("refusals"),
    is: "return (code >= 8000 && code <= 8006) || (code >= 10000 && code <= 10007);",
    becomes: "return (code >= 8000 && code <= 8006) || code > 0;",
  },
  {
    name: "a failure of the provider is no refusal",
    file: of("refusals"),
    is: "    case Code.STORE_PROVIDER_FAILED:\n",
    becomes: "",
  },
  {
    name: "a replay on the first send is a purchase that the ledger had lost",
    file: of("take-money"),
    is: "if (isFirst && data.isReplay) return await takeOver(session, purchase, take);",
    becomes:
      "if (isFirst && data.isReplay && Date.now() < 0) return await takeOver(session, purchase, take);",
  },
  {
    name: "a card intent does not answer a purchase from a balance",
    file: of("take-money"),
    is: "if (isCard !== (data.clientSecret !== undefined)) {",
    becomes: "if (isCard && data.clientSecret === undefined) {",
  },
  {
    name: "an answer fits by its status",
    file: of("response-fit"),
    is: "if (status !== expected) return",
    becomes: 'if (status === "") return',
  },
  {
    name: "an answer fits by its amount",
    file: of("response-fit"),
    is: "if (amount !== undefined && amount !== purchase.amount) return",
    becomes: "if (amount !== undefined && amount < 0) return",
  },
  {
    name: "an answer fits by its currency",
    file: of("response-fit"),
    is: "if (currency !== undefined && currency !== purchase.currency)",
    becomes: 'if (currency !== undefined && currency === "")',
  },
  {
    name: "an answer fits by its time",
    file: of("response-fit"),
    is: "onOurClock(Date.parse(moment)) < earliest)",
    becomes: "onOurClock(Date.parse(moment)) < 0 * earliest)",
  },
  {
    name: "an answer without money or time is looked up before it is told",
    file: of("take-money"),
    is: 'if (fit.kind === "fits") {',
    becomes: 'if (fit.kind === "fits" || fit.kind === "silent") {',
  },
  {
    name: "the intent of an older API is compared with the provider before a card is entered",
    file: of("take-money"),
    is: 'const isSilent = fit.kind === "silent" || isForgotten;',
    becomes: "const isSilent = isForgotten;",
  },
  {
    name: "an intent that has been used is no new purchase's",
    file: of("take-money"),
    is: '    : "used";',
    becomes: "    : undefined;",
  },
  {
    name: "the card is noted before it is sent",
    file: of("member-actions"),
    is: 'if (isCardPurchase(draft) && applyEvent(draft, "submit", clock.now())) draft.sentAt = clock.now();',
    becomes:
      'if (isCardPurchase(draft) && draft.state === "dropped") applyEvent(draft, "submit", clock.now());',
  },
  {
    name: "the order that is placed is the one that was read",
    file: "app/routes/store/confirm-order/action.server.ts",
    is: 'if (typeof shown === "string" && shown !== checkout.version) return',
    becomes: 'if (typeof shown === "string" && shown === "") return',
  },
  {
    name: "the price that was confirmed",
    file: "app/routes/store/product/action.server.ts",
    is: 'form.has("price") && form.get("price") !== priceMark(unitAmount, currency)',
    becomes: 'form.get("price") === "" && priceMark(unitAmount, currency)',
  },
  {
    name: "a payment that another quantity replaces is cancelled at the API",
    file: of("create"),
    is: "const result = await cancelAtApi(buyer, purchase);",
    becomes: 'const result = key === "" ? await cancelAtApi(buyer, purchase) : "cancelled";',
  },
  {
    name: "a replaced payment that cannot be cancelled is settled, and nothing is begun beside it",
    file: of("create"),
    is: 'if (result === "going-on") return (await settle(buyer, key))?.purchase;',
    becomes: 'if (result === "going-on") await settle(buyer, key);',
  },
];
