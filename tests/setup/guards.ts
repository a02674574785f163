/**
 * `npm run guards`: takes the guards of the purchases out, one at a time, in a copy of the sources, and runs the walks
 * and the tests of purchases on it: each has to be noticed. Prints the table of docs/purchases.md; ends with 1 when one was
 * not. Names (or parts of them) as arguments try those guards only.
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

interface Guard {
  name: string;
  file: string;
  /** Stands exactly once in the file. */
  is: string;
  becomes: string;
}

const of = (name: string) => `server/purchases/${name}.server.ts`;

const guards: Guard[] = [
  {
    name: "the lock: one at a time for each member and purchase",
    file: of("ledger"),
    is: "return sessionStore().withLock(`${what}:${owner}`, work, LOCK_WAIT_MS);",
    becomes: "return LOCK_WAIT_MS > 0 ? work() : sessionStore().withLock(`${what}:${owner}`, work);",
  },
  {
    name: "compare and set: no write over what another request wrote",
    file: of("ledger"),
    is: "        : await sessionStore().replace(key, version, content);\n    if (written) return draft;",
    becomes:
      "        : await sessionStore().replace(key, version, content);\n    if (written || !written) return draft;",
  },
  {
    name: "the key: the same for every form of an intention",
    file: of("ledger"),
    is: ".update(`${owner} ${slot} ${settled}`)",
    becomes: ".update(`${owner} ${slot} ${settled} ${Math.random()}`)",
  },
  {
    name: "the key goes out with the purchase",
    file: "server/api/store.server.ts",
    is: "return callApi(calls.purchase, { json: payload, tokens, key });",
    becomes: "return callApi(calls.purchase, { json: payload, tokens, key: `${key}${Math.random()}` });",
  },
  {
    name: "the key goes out with the order",
    file: "server/api/orders.server.ts",
    is: "return callApi(calls.createOrder, { tokens, json: order, key });",
    becomes: "return callApi(calls.createOrder, { tokens, json: order, key: `${key}${Math.random()}` });",
  },
  {
    name: "the record before the call",
    file: of("create"),
    is: "    draft.purchases.push(purchase);\n",
    becomes: '    if (purchase.kind !== "balance") draft.purchases.push(purchase);\n',
  },
  {
    name: "nothing is begun beside one that may be paid",
    file: of("create"),
    is: 'if (inDoubt) return { kind: "unsettled", purchase: inDoubt };',
    becomes: 'if (inDoubt && Date.now() < 0) return { kind: "unsettled", purchase: inDoubt };',
  },
  {
    name: "a form that was finished buys nothing again",
    file: of("create"),
    is: 'if (own?.state === "captured" && isSame(own, intention)) return',
    becomes: 'if (own?.state === "refunded" && isSame(own, intention)) return',
  },
  {
    name: "a 401 after the work is no refusal",
    file: of("create"),
    is: '    if (error.kind === "business") {\n      await refuse(owner, key);\n      return { kind: "refused", error };\n    }\n    // A 401',
    becomes:
      '    if (error.kind === "business" || error.status === 401) {\n      await refuse(owner, key);\n      return { kind: "refused", error };\n    }\n    // A 401',
  },
  {
    name: "a lost answer is no refusal",
    file: of("create"),
    is: '    if (error.kind === "business") {\n      await refuse(owner, key);\n      return { kind: "refused", error };\n    }\n    // A 401',
    becomes:
      '    {\n      await refuse(owner, key);\n      return { kind: "refused", error };\n    }\n    // A 401',
  },
  {
    name: "the card is noted before it is sent",
    file: of("member-actions"),
    is: 'if (isCardPurchase(draft)) happen(draft, "submit", Date.now());',
    becomes: 'if (isCardPurchase(draft) && draft.state === "dropped") happen(draft, "submit", Date.now());',
  },
  {
    name: "what a card was sent to is dropped, not cancelled",
    file: of("machine"),
    is: 'submitted: { submit: "submitted", drop: "dropped",',
    becomes: 'submitted: { submit: "submitted", drop: "cancelled",',
  },
  {
    name: "money that moved after all speaks up",
    file: of("machine"),
    is: "    cancelled: paid,\n    expired: paid,\n",
    becomes: "",
  },
  {
    name: "the reconciler's question to the provider, and to the API's capture",
    file: of("settle"),
    is: "  const reading = await readIntent(purchase);\n",
    becomes: '  const reading: IntentReading = { kind: "unknown" };\n  if (Date.now() > 0) return reading;\n',
  },
  {
    name: "the reconciler's question to the history",
    file: of("settle"),
    is: "    await readHistory(buyer, purchase);\n",
    becomes: "    if (Date.now() < 0) await readHistory(buyer, purchase);\n",
  },
  {
    name: "nothing in the history is an answer only after some minutes",
    file: of("settle"),
    is: "const isLate = now - draft.createdAt > timing.missingAfter;",
    becomes: "const isLate = now >= draft.createdAt && timing.missingAfter > 0;",
  },
  {
    name: "a line of the history is one purchase's",
    file: of("history-lines"),
    is: "    if (index !== -1) open.splice(index, 1);\n",
    becomes: "    if (index < -1) open.splice(index, 1);\n",
  },
  {
    name: "a capture is tried three times",
    file: of("settle"),
    is: "  for (const wait of timing.tries) {",
    becomes: "  for (const wait of timing.tries.slice(0, 1)) {",
  },
  {
    name: "an order is confirmed after its capture, and asked again",
    file: of("machine"),
    is: '    ...withCard("confirming"),',
    becomes: '    ...withCard("captured"),',
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
    is: 'if (typeof seen === "string" && seen !== priceMark(item.sale_amount, item.payment_type)) {',
    becomes:
      'if (typeof seen === "string" && seen === "" && priceMark(item.sale_amount, item.payment_type)) {',
  },
  {
    name: "an outcome stays until a browser has shown it",
    file: of("purchase"),
    is: "    draft.isUntold = true;\n",
    becomes: "    delete draft.isUntold;\n",
  },
  {
    name: "no termination over an open payment",
    file: "app/routes/my-page/terminate/action.server.ts",
    is: "if (await hasPurchasesInDoubt(session)) {",
    becomes: "if (Date.now() < 0 && (await hasPurchasesInDoubt(session))) {",
  },
  {
    name: "what the browser says is no fact",
    file: of("settle"),
    is: '  if (reading.kind === "succeeded") {\n    await change',
    becomes: '  if (reading.kind === "succeeded" || purchase.state === "submitted") {\n    await change',
  },
];

const root = resolve(import.meta.dirname, "../..");
const copy = mkdtempSync(join(tmpdir(), "soria-guards-"));
for (const name of ["app", "server", "tests", "package.json", "vitest.config.ts", "tsconfig.json"]) {
  cpSync(join(root, name), join(copy, name), { recursive: true });
}
symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));

/** @returns whether it is noticed: the run fails */
function isNoticed(project: string, files: string[], env: Record<string, string> = {}): boolean {
  const { status } = spawnSync(
    "npx",
    ["--no-install", "vitest", "run", "--bail", "1", "--project", project, ...files],
    {
      cwd: copy,
      env: { ...process.env, ...env },
      stdio: "ignore",
    },
  );
  return status !== 0;
}

const walks = () =>
  isNoticed("routes", ["tests/routes/store-walks.test.ts"], { WALKS: "60", WALK_SEED: "1" });
const tests = () =>
  isNoticed("unit", ["tests/unit/purchases"]) ||
  isNoticed("routes", ["tests/routes/store-purchase.test.ts", "tests/routes/store-orders.test.ts"]);

const wanted = process.argv.slice(2);
let unnoticed = 0;
try {
  if (walks() || tests()) throw new Error("Something fails with every guard in its place");
  console.log("| Guard taken out | Noticed by |\n| --- | --- |");
  for (const { name, file, is, becomes } of guards) {
    if (wanted.length > 0 && !wanted.some((part) => name.includes(part))) continue;
    const path = join(copy, file);
    const source = readFileSync(path, "utf8");
    if (source.split(is).length !== 2) throw new Error(`${file} does not hold once: ${is}`);
    writeFileSync(
      path,
      source.replace(is, () => becomes),
    );
    // What the walks notice needs no test, though it may have one.
    const by = walks() ? "walks" : tests() ? "tests" : undefined;
    writeFileSync(path, source);
    if (!by) unnoticed += 1;
    console.log(`| ${name} | ${by ?? "NOT NOTICED"} |`);
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
process.exitCode = unnoticed === 0 ? 0 : 1;
