import { type Control, isChanged, isControl, isTick, restoreControl } from "./controls";

/**
 * React resets text areas on hydration, and all controls on a client render.
 *
 * @returns a function that restores lost input and focus; call it after hydration
 */
export function captureEarlyInput(root: HTMLElement): () => void {
  const touched = new Map<Control, { value: string; checked: boolean }>();
  const note = (control: Control) =>
    touched.set(control, { value: control.value, checked: isTick(control) && control.checked });
  [...root.querySelectorAll<Control>("input, textarea, select")].filter(isChanged).forEach(note);
  const onInput = ({ target }: Event) => isControl(target) && note(target);
  let focused: EventTarget | null = document.activeElement;
  const onFocus = ({ target }: Event) => (focused = target);
  document.addEventListener("input", onInput, true);
  document.addEventListener("focusin", onFocus, true);
  return () => {
    document.removeEventListener("input", onInput, true);
    document.removeEventListener("focusin", onFocus, true);
    for (const [control, { value, checked }] of touched) {
      const now = control.isConnected ? control : replacementOf(control);
      if (now) restoreControl(now, value, checked, control);
    }
    if (isControl(focused) && !focused.isConnected && document.activeElement === document.body)
      continueIn(focused, replacementOf(focused));
  };
}

function continueIn(control: Control, now: Control | undefined): void {
  now?.focus({ preventScroll: true });
  // Only text inputs have a selection; for others it is null.
  if (now instanceof HTMLSelectElement || control instanceof HTMLSelectElement) return;
  if (control.selectionStart !== null) now?.setSelectionRange(control.selectionStart, control.selectionEnd);
}

/** Finds the replacement of a control after a client render, by id, then by form and name. */
function replacementOf({ id, name, type, form, value }: Control): Control | undefined {
  const found = id ? document.getElementById(id) : null;
  if (isControl(found)) return found;
  const fields = form?.id ? document.getElementById(form.id) : null;
  return [...((fields instanceof HTMLFormElement && fields.elements) || [])].find(
    (other): other is Control =>
      isControl(other) && other.name === name && (!/^(radio|checkbox)$/.test(type) || other.value === value),
  );
}
