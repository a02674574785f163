import { wantedOf } from "../contract/fields";
import type { Field } from "../contract/types";
import { dataFaults, missingProposals } from "../contract/validator";
import { responseRule, type CallSpec, type Contract } from "./contract";

/** A value that does not match the contract. `path` is exact (`data.items[3].id`); `rule` names the field. */
export interface ShapeFault {
  rule: string;
  field: Field;
  path: string;
  /** undefined when it is missing. */
  found: unknown;
  wanted: string;
}

/** Returns the names of the fields that a response reaches: the fields of a row only where there is a row. */
function reached(fields: Field[], data: unknown): string[] {
  const has = (at: unknown, steps: string[]): boolean => {
    const [step = "", ...rest] = steps;
    if (typeof at !== "object" || at === null || Array.isArray(at)) return false;
    if (rest.length === 0) return true;
    const value = (at as Record<string, unknown>)[step.replace("[]", "")];
    return step.endsWith("[]")
      ? Array.isArray(value) && value.some((one) => has(one, rest))
      : has(value, rest);
  };
  return fields.flatMap(({ name }) => (name === "" || has(data, name.split(".")) ? [name] : []));
}

/** Compares the `data` of a success with the contract. */
export function checkData(
  contract: Contract,
  call: CallSpec,
  data: unknown,
): { faults: ShapeFault[]; tried: string[] } {
  const pathOf = (path: string) => (path === "" || path.startsWith("[") ? `data${path}` : `data.${path}`);
  const wrong = dataFaults(contract, call, data).map(({ field, path, found, wanted }) => ({
    ...{ rule: responseRule(call, field), field, path: pathOf(path), found, wanted },
  }));
  const missing = missingProposals(contract, call, data).map((field) => ({
    ...{ rule: responseRule(call, field), field, path: pathOf(field.name), found: undefined },
    wanted: wantedOf(field),
  }));
  const names = reached(call.data.fields, data);
  const tried = call.data.fields.filter(({ name }) => names.includes(name));
  return { faults: [...wrong, ...missing], tried: tried.map((field) => responseRule(call, field)) };
}
