import { type Control, isChanged, isControl, restoreControl } from "./controls";

/** What a visitor typed, ticked and chose before hydration. React resets a text area, and a client render everything. */
interface Touched {
  control: Control;
  value: string;
  checked: boolean;
}

/** @returns a function that restores lost input; call it after hydration */
export function watchEarlyHands(root: HTMLElement): () => void {
  const touched = new Map<Control, Touched>();
  const note = (control: Control) =>
    touched.set(control, {
      control,
      value: control.value,
      checked: control instanceof HTMLInputElement && control.checked,
    });
  [...root.querySelectorAll<Control>("input, textarea, select")].filter(isChanged).forEach(note);
  const onInput = ({ target }: Event) => isControl(target) && note(target);
  document.addEventListener("input", onInput, true);
  return () => {
    document.removeEventListener("input", onInput, true);
    for (const { control, value, checked } of touched.values()) {
      const now = control.isConnected ? control : replacementOf(control);
      if (now) restoreControl(now, value, checked);
    }
  };
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
