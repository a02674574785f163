import type { FlashText } from "../document/root-data";

export interface ShownToast extends FlashText {
  /** Unique id in this window. */
  place: number;
}

let nextPlace = 1;
let toasts: readonly ShownToast[] = [];
const listeners = new Set<() => void>();

function change(next: readonly ShownToast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/**
 * Messages of this browser window, oldest first. Add to it in the browser only: on the server all visitors would share
 * it.
 */
export const toastStore = {
  get: () => toasts,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  add(toast: FlashText) {
    change([...toasts, { ...toast, place: nextPlace++ }]);
  },
  /** Removes the errors of the previous attempt when the next one starts. */
  dismissErrors() {
    if (toasts.some(({ kind }) => kind === "error")) change(toasts.filter(({ kind }) => kind !== "error"));
  },
  dismiss(place: number) {
    change(toasts.filter((toast) => toast.place !== place));
  },
};

/**
 * React hook that returns a function to show a message: `useToast()({ kind: "success", text })`. Call it from handlers
 * and effects.
 */
export function useToast(): (toast: FlashText) => void {
  return toastStore.add;
}
