/**
 * The rules of docs/contract/money.md: the call that each is reported under, or why it cannot be tested from outside.
 * A test compares this table with the document.
 */
const purchase = { call: "store.purchase" };
const capture = { call: "store.capture" };
const cancel = { call: "store.cancel" };
const list = { call: "store.purchases" };
const order = { call: "orders.create" };
const confirm = { call: "orders.confirm" };
const not = (reason: string) => ({ reason });
const ofSite = not("a rule for the site");

export const MONEY_RULES: Record<string, { call: string } | { reason: string }> = {
  "M1.1": purchase,
  "M1.2": not("no visitor reaches PayPal"),
  "M1.3": not("the exchange has no call"),
  "M1.4": purchase,
  "M2.1": purchase,
  "M2.2": purchase,
  "M2.3": purchase,
  "M2.4": purchase,
  "M2.5": purchase,
  "M2.6": purchase,
  "M2.7": not("shows only when the process of the API dies"),
  "M2.8": purchase,
  "M2.9": purchase,
  "M2.10": purchase,
  "M2.11": ofSite,
  "M2.12": not("shows only when the API loses its record of keys"),
  "M3.1": purchase,
  "M3.2": purchase,
  "M3.3": purchase,
  "M3.4": purchase,
  "M3.5": not("needs a price that changes meanwhile"),
  "M4.1": purchase,
  "M4.2": purchase,
  "M4.3": cancel,
  "M4.4": not("a refund is the operator's"),
  "M5.1": capture,
  "M5.2": capture,
  "M5.3": capture,
  "M5.4": capture,
  "M5.5": capture,
  "M5.6": cancel,
  "M5.7": cancel,
  "M5.8": cancel,
  "M5.9": cancel,
  "M6.1": list,
  "M6.2": list,
  "M6.3": list,
  "M6.4": list,
  "M6.5": list,
  "M6.6": ofSite,
  "M6.7": ofSite,
  "M7.1": order,
  "M7.2": order,
  "M7.3": confirm,
  "M7.4": order,
  "M7.5": confirm,
  "M7.6": order,
  "M8.1": list,
  "M8.2": purchase,
  "M8.3": { call: "users.history" },
  "M8.4": list,
  "M8.5": purchase,
  "M8.6": not("needs an API that is overloaded"),
  "M8.7": ofSite,
  "M9.1": list,
  "M9.2": ofSite,
  "M9.3": ofSite,
  "M9.4": ofSite,
  "M9.5": ofSite,
  "M9.6": purchase,
  "M9.7": ofSite,
  "M9.8": purchase,
  "M10.1": not("an inquiry; no call of its own"),
  "M10.2": not("a refund is the operator's"),
  "M10.3": ofSite,
  "M10.4": not("a refund is the operator's"),
};

/** Returns the call that a rule is reported under. A rule of the contract starts with the id of its call. */
export function callOf(rule: string): string {
  const money = MONEY_RULES[rule];
  if (money) return "call" in money ? money.call : "money";
  return rule.split(" ")[0] ?? rule;
}
