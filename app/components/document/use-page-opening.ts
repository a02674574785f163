import { useMatches } from "@remix-run/react";
import type { FormSetup } from "~/domain/form-answer";
import { useHydrated } from "./use-hydrated";

/**
 * React hook that returns the page's form, for elements outside it that belong to it; undefined if there is none, and
 * after hydration.
 */
export function usePageOpening(): FormSetup | undefined {
  const hydrated = useHydrated();
  const matches = useMatches();
  return hydrated ? undefined : matches.map(({ data }) => openingIn(data)).findLast((opening) => opening);
}

/** Returns the form in a loader's data. Loaders return it as `form`, only while the page shows it. */
function openingIn(data: unknown): FormSetup | undefined {
  const { form } = (data ?? {}) as { form?: Partial<FormSetup> | null };
  return form?.name && form.stamp ? (form as FormSetup) : undefined;
}
