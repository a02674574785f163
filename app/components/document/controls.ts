/**
 * The only module that writes into controls (docs/forms.md, "A field in use"); the lint rule `soria/field-in-use`
 * reports other places.
 */
export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** With input since the page was shown, or since their form was submitted. */
const touched = new WeakSet<Element>();
/** Of a submitted form, without input since. */
const sent = new WeakSet<Element>();
/** True while this module dispatches events, which must not count as the visitor's input. */
let isWriting = false;

export const isControl = (node: unknown): node is Control =>
  node instanceof HTMLInputElement ||
  node instanceof HTMLTextAreaElement ||
  node instanceof HTMLSelectElement;

export const isTick = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && /^(radio|checkbox)$/.test(control.type);

/** Returns whether a control differs from the HTML: edited, or restored by the browser. */
export function isChanged(control: Control): boolean {
  if (control instanceof HTMLSelectElement) {
    const first = [...control.options].findIndex(({ defaultSelected }) => defaultSelected);
    return control.selectedIndex !== Math.max(first, 0);
  }
  return isTick(control)
    ? control.checked !== control.defaultChecked
    : control.value !== control.defaultValue;
}

/** Returns whether a control has had input since its page was shown, also if it is as the server sent it again. */
export const hasInput = (control: Control) => touched.has(control);

/** Starts to record input and submissions. Call once, before hydration. */
export function watchControls(): void {
  const { typed, note } = window.earlyChanges ?? {};
  if (note) document.removeEventListener("input", note, true);
  for (const control of document.querySelectorAll<Control>("input, textarea, select"))
    if (isChanged(control) || typed?.has(control)) touched.add(control);
  const onInput = ({ target }: Event) => {
    if (isWriting || !isControl(target)) return;
    touched.add(target);
    sent.delete(target);
  };
  document.addEventListener("input", onInput, true);
  document.addEventListener("submit", ({ target }) => noteSubmitted(target as HTMLFormElement), true);
}

/** Records a submission: until the next input, its response may change the controls. */
export function noteSubmitted(form: HTMLFormElement): void {
  for (const control of form.elements) {
    // A half-typed date is not part of the submission.
    if (!isControl(control) || control.validity.badInput) continue;
    touched.delete(control);
    sent.add(control);
  }
}

/** Returns whether a control has the focus or has had input. Code must not change its value then. */
export function isInUse(control: Element | null): boolean {
  if (control instanceof HTMLInputElement && control.type === "radio" && control.form)
    return controlsOf(control.form, control.name).some(isHeld);
  return control !== null && isHeld(control);
}

const isHeld = (control: Element) =>
  touched.has(control) || (control === document.activeElement && !sent.has(control));

/** Focuses a message about a form, unless the visitor has typed in the focused field since the submission. */
export function focusMessage(element: HTMLElement | null): void {
  const { activeElement } = document;
  if (!activeElement || !touched.has(activeElement)) element?.focus();
}

export const controlsOf = (form: HTMLFormElement, name: string): Control[] =>
  [...form.elements].filter((element): element is Control => isControl(element) && element.name === name);

/**
 * Sets the value of a control unless it is in use; for a radio button or checkbox, whether it is checked.
 *
 * @param isSilent dispatches no events: for uncontrolled fields without listeners
 * @returns whether it was changed
 */
export function setControl(control: Control, value: string, { isSilent = false } = {}): boolean {
  if (isInUse(control) || isSame(control, value)) return false;
  write(control, value, isTick(control) && control.value === value, isSilent);
  return true;
}

/** Sets the value of a control that the visitor has used, as if they had typed it: they pressed a button for it. */
export const typeFor = (control: Control, value: string): void => write(control, value, false, false);

const isSame = (control: Control, value: string) =>
  isTick(control) ? control.checked === (control.value === value) : control.value === value;

/** Restores input (text, tick or file) in a control that a client render has emptied; `old` had the input. */
export function restoreControl(control: Control, value: string, checked: boolean, old: Control): void {
  if (control.type === "file") {
    if (control !== old) (control as HTMLInputElement).files = (old as HTMLInputElement).files;
    return;
  }
  if (isTick(control) ? control.checked === checked : control.value === value) return;
  write(control, value, checked, false);
  touched.add(control);
}

function write(control: Control, value: string, checked: boolean, isSilent: boolean): void {
  isWriting = true;
  // React reports a changed tick only on click. A click cannot untick a radio button.
  if (isTick(control) && !isSilent && (checked || control.type === "checkbox")) control.click();
  else if (isTick(control)) control.checked = checked;
  else {
    // The native setter bypasses React's value tracker, so that the input event fires onChange.
    const prototype = Object.getPrototypeOf(control) as object;
    Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(control, value);
    if (!isSilent) {
      control.dispatchEvent(new Event("input", { bubbles: true }));
      control.dispatchEvent(new Event("change", { bubbles: true }));
    }
  }
  isWriting = false;
}
