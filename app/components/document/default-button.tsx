import { usePageOpening } from "./use-page-opening";

/**
 * What Enter in a field presses before scripts run: a browser takes the first submit button that belongs to the form,
 * and that must not be one that does something else, as the language's in the header (layout/language-menu.tsx) or the
 * "+" beside a quantity. So it stands before everything else in the page. With scripts those send nothing, and none is
 * needed.
 */
export function DefaultButton() {
  const form = usePageOpening();
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
