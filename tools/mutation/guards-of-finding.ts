/** Guards of the code that determines a purchase's outcome, completes it, gives it up, and informs the member. */
import type { Guard } from "./guard";

const of = (name: string) => `server/purchases/${name}.server.ts`;

export const findingGuards: readonly Guard[] = [
  {
    name: "what a card was sent to is dropped, not cancelled",
    file: of("machine"),
    is: 'submitted: { submit: "submitted", drop: "dropped",',
    becomes: 'submitted: { submit: "submitted", drop: "cancelled",',
  },
  {
    name: "money that moved after all speaks up",
    file: of("machine"),
    is: '    cancelled: { ...paid, found: "captured" },\n    expired: { ...paid, found: "captured" },\n',
    becomes: "",
  },
  {
    name: "an order is confirmed after its capture, and asked again",
    file: of("machine"),
    is: '    ...withCard("confirming"),',
    becomes: '    ...withCard("captured"),',
  },
  {
    name: "the reconciler's question to the provider, and to the API's capture",
    file: of("settle"),
    is: "const { reading, charge } = isCardPurchase(purchase) ? await readIntent(purchase) : unread;",
    becomes: "const { reading, charge } = unread;\n  if (Date.now() > 0) return reading;",
  },
  {
    name: "what the browser says is no fact",
    file: of("settle"),
    is: "switch (reading.kind) {",
    becomes: 'switch (purchase.state === "submitted" ? "succeeded" : reading.kind) {',
  },
  {
    name: "a capture is tried three times",
    file: of("asking"),
    is: "of timing.tries) {",
    becomes: "of timing.tries.slice(0, 1)) {",
  },
  {
    name: "only a capture that fits the purchase is believed",
    file: of("settle"),
    is: 'if (isOther || fit.kind === "misfit" || fit.kind === "price") {',
    becomes: 'if (isOther && fit.kind === "misfit") {',
  },
  {
    name: "a capture that says refunded is a refund",
    file: of("settle"),
    is: 'if (data.status === "REFUNDED" && data.transactionId === transactionId) {',
    becomes: 'if (data.status === "REFUNDED" && data.transactionId !== transactionId) {',
  },
  {
    name: "a capture learns how the API ended the purchase",
    file: of("settle"),
    is: "const isOver = isEnded && (await learnEnd(buyer, purchase, refused)).isOver;",
    becomes: "const isOver = isEnded && refused.code === undefined;",
  },
  {
    name: "giving up cancels the intent at the API",
    file: of("member-actions"),
    is: "const cancelled = await runInBackground(() => cancelAtApi(buyerOf(session), now));",
    becomes:
      'const cancelled = (await runInBackground(async () => "unknown")) as Awaited<ReturnType<typeof cancelAtApi>>;',
  },
  {
    name: "only an answer that says CANCELED has cancelled the intent",
    file: of("settle"),
    is: 'if (data.status !== "CANCELED" || data.transactionId !== transactionId) return "unknown";',
    becomes: 'if (data.transactionId === "") return "unknown";',
  },
  {
    name: "a declined card that was given up is final",
    file: of("member-actions"),
    is: "    if (card?.reason) {\n      await believeDecline",
    becomes: "    if (card?.reason && !card) {\n      await believeDecline",
  },
  {
    name: "a charge that comes after a final decline is looked for",
    file: of("settle"),
    is: "draft.lateUntil = now + LATE_CHARGE_MS;",
    becomes: "draft.lateUntil = now - LATE_CHARGE_MS;",
  },
  {
    name: "rows of another purchase under one key",
    file: of("book-merge"),
    is: "return row.objectId !== objectId || row.quantity !== quantity;",
    becomes: "return row.objectId !== objectId && row.quantity !== quantity;",
  },
  {
    name: "an older copy of the ledger issues no form id again",
    file: of("book-merge"),
    is: "if (known.transactionId === undefined && isEarlier(row, known)) draft.epoch = newEpoch();",
    becomes: "if (known.transactionId === null && isEarlier(row, known)) draft.epoch = newEpoch();",
  },
  {
    name: "a purchase that comes back with the list is silent",
    file: of("book-merge"),
    is: "if (isEnd(purchase.state)) tell(purchase, now);",
    becomes: "if (!isEnd(purchase.state)) tell(purchase, now);",
  },
  {
    name: "a key that was made a second time ends the epoch",
    file: of("book-merge"),
    is: "      draft.epoch = newEpoch();\n",
    becomes: "",
  },
  {
    name: "a row without a key may be a lost purchase",
    file: of("book-merge"),
    is: "    isLost(purchase) &&\n    row.idempotencyKey === undefined &&",
    becomes: "    isLost(purchase) &&\n    row.idempotencyKey === key &&",
  },
  {
    name: "a row that came after the API's limit is no lost purchase",
    file: of("book-merge"),
    is: "at <= sentAt + DECIDED_AFTER_MS",
    becomes: "at <= sentAt + 100 * DECIDED_AFTER_MS",
  },
  {
    name: "the list corrects a transaction that an answer named wrongly",
    file: of("book-merge"),
    is: "      delete known.transactionId;\n",
    becomes: "      continue;\n",
  },
  {
    name: "nothing in the list is an answer only after 75 s",
    file: of("book"),
    is: 'onOurClock(since.asOf) - sentAt > DECIDED_AFTER_MS ? "none"',
    becomes: 'onOurClock(since.asOf) - sentAt > -DECIDED_AFTER_MS ? "none"',
  },
  {
    name: "the list is read once more without the key",
    file: of("book"),
    is: "const since = await readRows(buyer, onApiClock(createdAt) - OVERLAP_MS);",
    becomes: "const since = byKey;",
  },
  {
    name: "the list is read again for pages after ten minutes",
    file: of("reconcile"),
    is: "if (isBookOld) await syncBook(buyer, ledger);",
    becomes: "if (isBookOld && isDueNow) await syncBook(buyer, ledger);",
  },
  {
    name: "the reconciler's question to the history",
    file: of("settle"),
    is: "    await readHistory(buyer, purchase);\n",
    becomes: "    if (Date.now() < 0) await readHistory(buyer, purchase);\n",
  },
  {
    name: "nothing in the history is an answer only after some minutes",
    file: of("settle-history"),
    is: "const isLate = now - (purchase.sentAt ?? purchase.createdAt) > timing.missingAfter;",
    becomes: "const isLate = now >= purchase.createdAt && timing.missingAfter > 0;",
  },
  {
    name: "a line of another amount is left to the member",
    file: of("settle-history"),
    is: "} else if (isLate && others.length > 0) {",
    becomes: "} else if (isLate && others.length < 0) {",
  },
  {
    name: "a line of the history is one purchase's",
    file: of("settle-history"),
    is: "    if (index !== -1) open.splice(index, 1);\n",
    becomes: "    if (index < -1) open.splice(index, 1);\n",
  },
  {
    name: "an outcome that was never told is due",
    file: of("told"),
    is: "return what === purchase.told?.what ? undefined : what;",
    becomes: "return purchase.told === undefined || what === purchase.told.what ? undefined : what;",
  },
  {
    name: "an outcome that differs from what was told is due: a correction",
    file: of("told"),
    is: "  const what = truthOf(purchase);\n  return what",
    becomes: "  const what = purchase.told?.what ?? truthOf(purchase);\n  return what",
  },
  {
    name: "an outcome that has changed since is not told with the response",
    file: of("ledger"),
    is: "each.key === purchase.key && each.what === what",
    becomes: "each.key === purchase.key && what !== undefined",
  },
  {
    name: "a mismatch may claim a line of the history",
    file: of("settle-history"),
    is: 'if (purchase.state === "mismatch") return line.type',
    becomes: 'if (purchase.state === "mismatch") return line.type === "ALL" && line.type',
  },
  {
    name: "no termination over an open payment",
    file: "app/routes/my-page/terminate/action.server.ts",
    is: "const open = await ifReadable(() => settleAll(session));",
    becomes: "const open = session.user ? [] : await ifReadable(() => settleAll(session));",
  },
  {
    name: "signing out finishes what is paid first",
    file: "app/routes/resources/sign-out.ts",
    is: "const hasPurchases = session.user && session.data.hasPurchases;",
    becomes: "const hasPurchases = !session.user && session.data.hasPurchases;",
  },
  {
    name: "a purchase whose line the history names takes no other",
    file: of("settle-history"),
    is: "if (each.transactionId !== undefined && named.has(each.transactionId)) continue;",
    becomes: 'if (each.transactionId === "" && named.has(each.transactionId)) continue;',
  },
];
