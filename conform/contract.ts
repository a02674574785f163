import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isFile, isSignedIn } from "../contract/fields";
import { readContract as readCalls } from "../contract/openapi";
import type { Contract as Calls, ContractCall, Field } from "../contract/types";

export type CallSpec = ContractCall;
export { isFile, isSignedIn };
export type { Field };

export interface Contract extends Calls {
  /** Rule numbers in docs/contract/money.md, in document order: "M1.1". */
  moneyRules: string[];
}

let known: Contract | undefined;

/** Reads contract/openapi.yaml and money.md, once. The kit reads no other files of the project. */
export function readContract(): Contract {
  const money = () => readFileSync(join(import.meta.dirname, "../docs/contract/money.md"), "utf8");
  known ??= {
    ...readCalls(),
    moneyRules: [...money().matchAll(/^(M\d+\.\d+) /gm)].map(([, rule]) => rule ?? ""),
  };
  return known;
}

/** Returns the specification line that findings about this call cite. */
export const sourceOf = (call: CallSpec): string =>
  call.spec.find((ref) =>
    /^(accounts-and-store\.md:2[0-4]|public-site-and-community\.md:1[56])\d/.test(ref),
  ) ??
  call.spec[0] ??
  "openapi.yaml";

/** Returns the rule id of a request field: `store.purchase body.transactionMethod`. */
export const requestRule = (call: CallSpec, where: "body" | "query" | "header", { name }: Field) =>
  `${call.id} ${where}.${name}`;

/** Returns the rule id of a response field: `news.list data.items[].id`. */
export const responseRule = (call: CallSpec, { name }: Field) =>
  `${call.id} data${name === "" ? "" : `.${name}`}`;

/** Returns every rule of the contract, for requests and for responses. */
export function callRules({ calls }: Contract): string[] {
  return calls.flatMap((call) => [
    `${call.id} answer`,
    ...(isSignedIn(call) ? [`${call.id} token`] : []),
    ...(call.body.type === "json" ? [`${call.id} body`] : []),
    ...call.query.map((field) => requestRule(call, "query", field)),
    ...keyOf(call).map((field) => requestRule(call, "header", field)),
    ...call.body.fields.map((field) => requestRule(call, "body", field)),
    ...call.data.fields.map((field) => responseRule(call, field)),
  ]);
}

/** Returns the header Idempotency-Key of a call that has one. */
export const keyOf = ({ headers }: CallSpec) => headers.filter(({ name }) => name === "Idempotency-Key");
