import type { FlashText } from "../document/root-data";

export interface ShownToast extends FlashText {
  /** Tells apart what stands in this window. */
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
 * The messages of this browser window, in the order in which they came. Only the browser's code adds to it: on the
 * server it would be shared by all visitors.
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
  /** What went wrong with an attempt is over with the next one. */
  dismissErrors() {
    if (toasts.some(({ kind }) => kind === "error")) change(toasts.filter(({ kind }) => kind !== "error"));
  },
  dismiss(place: number) {
    change(toasts.filter((toast) => toast.place !== place));
  },
};

/**
 * Shows a message that the page itself has to say: `useToast()({ kind: "success", text })`. Call it from
 * handlers and effects.
 */
export function useToast(): (toast: FlashText) => void {
  return toastStore.add;
}
