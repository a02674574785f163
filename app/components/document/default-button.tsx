import { useMatches } from "@remix-run/react";
import type { FormSetup } from "~/domain/form-setup";
import { useHydrated } from "./use-hydrated";

/** The page's form, for elements outside it. Loaders return it as `form`, only while the page shows it. */
export function usePageSetup(): FormSetup | undefined {
  const hydrated = useHydrated();
  const matches = useMatches();
  if (hydrated) return undefined;
  const forms = matches.map(({ data }) => (data as { form?: Partial<FormSetup> | null } | null)?.form);
  return forms.findLast((form): form is FormSetup => Boolean(form?.name && form.signature));
}

/**
 * Defines the button that Enter in a field presses before hydration. Browsers take the first submit button of the form,
 * which otherwise could be the language's in the header (layout/choice-menus.tsx) or the "+" next to a quantity, so
 * this one precedes everything in the page. With scripts those buttons submit nothing, and it is not rendered.
 */
export function DefaultButton() {
  const form = usePageSetup();
  if (!form) return null;
  return (
    <button
      type="submit"
      className="sr"
      tabIndex={-1}
      aria-hidden="true"
      form={form.name}
      {...(form.enter && { name: "intent", value: form.enter })}
    />
  );
}
