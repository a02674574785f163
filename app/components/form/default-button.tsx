import { useHydrated } from "../document/use-hydrated";

/**
 * What Enter in a field presses, without scripts: a browser takes the first submit button of a form, and that must
 * not be one that does something else. With scripts such buttons send nothing, so none is needed.
 */
export function DefaultButton() {
  const hydrated = useHydrated();
  return hydrated ? null : <button type="submit" className="sr" tabIndex={-1} aria-hidden="true" />;
}
