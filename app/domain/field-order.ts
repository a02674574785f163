import type { FieldName, FormFields } from "./form-fields";

/** Returns the names of the fields that are text, which are all but the attachment. */
export const textNames = <Fields extends FormFields>(fields: Fields): FieldName<Fields>[] =>
  namesOf(fields).filter((name) => fields[name]?.control !== "file");

export const namesOf = <Fields extends FormFields>(fields: Fields) =>
  Object.keys(fields) as FieldName<Fields>[];

/** Returns the names in the order in which a page in this language shows them (`isFamilyName`). */
export function shownOrder<Fields extends FormFields>(fields: Fields, lng: string): FieldName<Fields>[] {
  const names = namesOf(fields);
  if (lng === "en") return names;
  return names.flatMap((name, index) => {
    const next = names[index + 1];
    if (fields[name]?.isFamilyName) return [];
    return next !== undefined && fields[next]?.isFamilyName ? [next, name] : [name];
  });
}
