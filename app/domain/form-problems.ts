import { textNames } from "./field-order";
import type { FormFields } from "./form-fields";
import { firstFailedCheck } from "./password-rules";

/** Message keys by the name of the field. */
export type Problems = Readonly<Record<string, string>>;

/**
 * Returns the first failed rule of a new password as one problem, at the field that it concerns. A field that is empty
 * or too long has its own problem already.
 */
export function passwordProblem(fields: FormFields, values: Record<string, unknown>): Problems {
  const [again] = Object.keys(fields).filter((name) => fields[name]?.repeats !== undefined);
  const first = again === undefined ? undefined : fields[again]?.repeats;
  if (again === undefined || first === undefined) return {};
  const textAt = (name: string) => (typeof values[name] === "string" ? values[name] : "");
  const failed = firstFailedCheck(textAt(first), textAt(again));
  const place = failed === "match" ? again : first;
  return !failed || textAt(place) === "" ? {} : { [place]: `account:password.${failed}` };
}

/** Returns what the server would find wrong with the raw input of a form, as far as the declarations tell. */
export function problemsOf(fields: FormFields, raw: (name: string) => string): Problems {
  const names = textNames(fields);
  const own = names.flatMap((name) => {
    const reading = fields[name]?.read(raw(name));
    return reading && "problem" in reading ? [[name, reading.problem]] : [];
  });
  const values = Object.fromEntries(names.map((name) => [name, raw(name)]));
  return { ...passwordProblem(fields, values), ...Object.fromEntries(own) };
}
