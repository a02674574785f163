/** A group of rules that `npm run mutate` mutates, and the tests that cover them. */
interface MutationFolder {
  /** Glob patterns of sources, from the project's root. */
  mutate: string[];
  /** Glob patterns of unit and route tests. */
  tests: string[];
}

const domain = (...names: string[]) => names.map((name) => `app/domain/${name}.ts`);
const sources = (folder: string) => [folder, "*.ts"].join("/");
/** Returns the paths of a folder's tests by name, or a pattern for all of them. */
const tests = (folder: string, ...names: string[]) =>
  (names.length > 0 ? names : ["*"]).map((name) => `tests/${folder}/${name}.test.ts`);

const sessionData = [
  ...["session-data", "session-records", "tokens", "device"],
  ...["cookie", "guest-session-cookie", "redirects", "token-sources"].map((name) => `${name}.server`),
].map((name) => `server/session/${name}.ts`);

const purchaseFiles = (...names: string[]) => names.map((name) => `server/purchases/${name}.server.ts`);

const purchaseRules = [
  ...["response-fit", "book-merge", "keys", "machine", "order-request", "purchase", "refusals"],
];

/** Records of purchases, and single calls about them. */
const purchaseRecords = [...["ledger", "outcomes", "features", "intents", "asking", "background-task"]];

/** In run order, fastest first. */
export const mutationFolders = {
  sanitising: { mutate: ["server/api/sanitize-html.server.ts"], tests: tests("unit/api", "clean-html") },
  money: {
    mutate: domain("money", "currencies", "quantity", "number-format", "exchange-rules", "order-number"),
    tests: tests("unit/domain", "money", "store-rules", "small-rules", "purchase-outcome"),
  },
  dates: {
    mutate: domain("japan-time", "calendar", "history-filter", "remaining-time", "auth-code"),
    tests: tests(
      "unit/domain",
      "japan-time",
      "history-filter",
      "account-rules",
      "dao-rules",
      "remaining-time",
      "inputs",
    ),
  },
  errors: {
    mutate: [sources("server/errors")],
    tests: [...tests("unit/errors"), ...tests("unit/api", "api-client")],
  },
  limits: { mutate: [sources("server/limits")], tests: tests("unit/limits") },
  guard: { mutate: ["server/http/guard.ts"], tests: tests("unit/http", "guard") },
  forms: { mutate: [sources("server/forms")], tests: tests("unit/forms") },
  // What a session holds, its cookies and its tokens.
  "session-data": { mutate: sessionData, tests: tests("unit/session") },
  session: {
    mutate: [sources("server/session"), ...sessionData.map((file) => `!${file}`)],
    tests: tests("unit/session"),
  },
  // Purchase rules that are functions of their arguments, and the reading of an item.
  "purchase-rules": {
    mutate: purchaseFiles(...purchaseRules),
    tests: tests(
      "unit/purchases",
      ...["response-fit", "book-merge", "book-rows", "item", "purchase-record", "purchases", "refusals"],
    ),
  },
  "purchase-records": {
    mutate: purchaseFiles(...purchaseRecords),
    tests: tests("unit/purchases", "ledger", "repeated-calls", "outcomes", "told", "intents"),
  },
  // The other files of the purchases: what is asked, taken and settled at the API.
  purchases: {
    mutate: [
      sources("server/purchases"),
      ...purchaseFiles(...purchaseRules, ...purchaseRecords).map((file) => `!${file}`),
    ],
    tests: [
      ...tests(
        "unit/purchases",
        "book",
        "cancel-card",
        "checkout",
        "create",
        "history-lines",
        "ledger",
        "member-actions",
        "outcomes",
        "purchases",
        "rebuild",
        "reconcile",
        "reconcile-loop",
        "settle",
        "settle-card",
        "settle-history",
        "settle-order",
        "take-money",
      ),
      ...tests(
        "routes",
        ...["store-money", "store-purchase", "store-orders"],
        ...["store-receipts", "store-capture-keys", "store-checkout-gone"],
      ),
    ],
  },
} satisfies Record<string, MutationFolder>;

const isMutationFolder = (name: string): name is keyof typeof mutationFolders =>
  Object.hasOwn(mutationFolders, name);

/** @throws Error if there is no such folder */
export function mutationFolder(name = ""): MutationFolder {
  if (!isMutationFolder(name))
    throw new Error(`npm run mutate knows ${Object.keys(mutationFolders).join(", ")}; not "${name}"`);
  return mutationFolders[name];
}
