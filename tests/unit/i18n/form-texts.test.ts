/** Every text that a form's fields declare exists in the four languages: labels, notes, hints, options, messages. */
import { expect, it } from "vitest";
import type { FormFields } from "~/domain/form-fields";
import { instanceOf } from "~/i18n/i18n.server";
import { languages } from "~/i18n/languages";

const modules = import.meta.glob<Record<string, unknown>>("/app/routes/**/form.server.ts", { eager: true });
const isForm = (value: unknown): value is { name: string; fields: FormFields } =>
  typeof value === "object" && value !== null && "fields" in value && "staleFor" in value;
const forms = Object.values(modules).flatMap((module) => Object.values(module).filter(isForm));

/** Returns the message keys of a form's fields, without their parameters. */
function keysOf(fields: FormFields): string[] {
  const all = Object.values(fields).flatMap(({ label, note, hint, options = [], optionLabel, read }) => {
    const readings = ["", "\u0000", "x".repeat(10_000)].map((raw) => read(raw));
    const problems = readings.map((reading) => ("problem" in reading ? reading.problem : ""));
    return [label, note, hint, ...options.map((option) => optionLabel?.(option)), ...problems];
  });
  return all.flatMap((key) => (key ? [key.split("?")[0] ?? ""] : []));
}

it.each(languages)("each declared text exists in %s", (lng) => {
  const { exists } = instanceOf(lng);
  const keys = [...new Set(forms.flatMap(({ fields }) => keysOf(fields)))];
  expect(keys.length).toBeGreaterThan(60);
  expect(keys.filter((key) => !exists(key))).toEqual([]);
  expect(exists("account:signIn.noSuchLabel")).toBe(false);
});

it("every field that people see has a label", () => {
  const unnamed = forms.flatMap(({ name, fields }) =>
    Object.entries(fields).flatMap(([field, { control, label }]) =>
      control !== "none" && label === "" ? [`${name} ${field}`] : [],
    ),
  );
  expect(unnamed).toEqual([]);
});
