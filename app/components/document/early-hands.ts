import { setValue } from "./draft";

/**
 * What a visitor has typed, ticked and chosen before the scripts took the page over. React gives a text area the words
 * that the server sent, and a page that has to be rendered anew loses everything: afterwards each field that has lost
 * what it had gets it back, as if it had been typed now. Of what a field has kept React knows nothing; a part that has
 * to know asks (form/use-early-input.ts).
 */
interface Touched {
  control: Control;
  value: string;
  checked: boolean;
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isControl = (node: unknown): node is Control =>
  node instanceof HTMLInputElement ||
  node instanceof HTMLTextAreaElement ||
  node instanceof HTMLSelectElement;

const isTick = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && /^(radio|checkbox)$/.test(control.type);

/** Whether it holds anything else than what the server sent: also what the browser put back for who returns. */
function isTouched(control: Control): boolean {
  if (control instanceof HTMLSelectElement) {
    const first = [...control.options].findIndex(({ defaultSelected }) => defaultSelected);
    return control.selectedIndex !== Math.max(first, 0);
  }
  return isTick(control)
    ? control.checked !== control.defaultChecked
    : control.value !== control.defaultValue;
}

/** @returns to be called when React has taken the page over */
export function watchEarlyHands(root: HTMLElement): () => void {
  const touched = new Map<Control, Touched>();
  const note = (control: Control) =>
    touched.set(control, {
      control,
      value: control.value,
      checked: control instanceof HTMLInputElement && control.checked,
    });
  [...root.querySelectorAll<Control>("input, textarea, select")].filter(isTouched).forEach(note);
  const onInput = ({ target }: Event) => isControl(target) && note(target);
  document.addEventListener("input", onInput, true);
  return () => {
    document.removeEventListener("input", onInput, true);
    touched.forEach(giveBack);
  };
}

function giveBack({ control: before, value, checked }: Touched): void {
  const control = before.isConnected ? before : twinOf(before);
  if (!control) return;
  if (isTick(control)) {
    if (control.checked !== checked) control.click();
    return;
  }
  if (control.value === value || control.type === "file") return;
  if (control instanceof HTMLSelectElement) control.value = value;
  else setValue(control, value);
  control.dispatchEvent(new Event("input", { bubbles: true }));
  control.dispatchEvent(new Event("change", { bubbles: true }));
}

/** The same field of a page that was rendered anew. */
function twinOf({ id, name, type, form, value }: Control): Control | undefined {
  const found = id ? document.getElementById(id) : null;
  if (isControl(found)) return found;
  const fields = form?.id ? document.getElementById(form.id) : null;
  return [...((fields instanceof HTMLFormElement && fields.elements) || [])].find(
    (other): other is Control =>
      isControl(other) && other.name === name && (!/^(radio|checkbox)$/.test(type) || other.value === value),
  );
}
