import { usePageOpening } from "./use-page-opening";

/**
 * Defines the button that Enter in a field presses before hydration. Browsers take the first submit button of the form,
 * which otherwise could be the language's in the header (layout/language-menu.tsx) or the "+" next to a quantity, so
 * this one precedes everything in the page. With scripts those buttons submit nothing, and it is not rendered.
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
