import { useMatches } from "@remix-run/react";
import type { FormOpening } from "~/domain/form-answer";
import { useHydrated } from "./use-hydrated";

/** The form of the page, for the parts outside it that belong to it; undefined for none, and as soon as scripts run. */
export function usePageOpening(): FormOpening | undefined {
  const hydrated = useHydrated();
  const matches = useMatches();
  return hydrated ? undefined : matches.map(({ data }) => openingIn(data)).findLast((opening) => opening);
}

/** A page with a form has its opening in the loader's data, as `form`; while it shows the form, and only then. */
function openingIn(data: unknown): FormOpening | undefined {
  const { form } = (data ?? {}) as { form?: Partial<FormOpening> | null };
  return form?.name && form.stamp ? (form as FormOpening) : undefined;
}
