/**
 * Hydrates a page that extensions or translators have changed. React 18 discards server HTML that differs from its
 * first render (docs/decisions/0023-pages-that-others-change.md).
 */
import { flushSync } from "react-dom";
import { startTransition } from "react";

declare global {
  interface Window {
    /** Set by bootstrap.js. `typed`: controls with input; `note`: the listener that adds them. */
    earlyChanges?: {
      watch: MutationObserver;
      records: MutationRecord[];
      typed: Set<EventTarget | null>;
      note: (event: Event) => void;
    };
  }
}

/** Must match bootstrap.js. */
const observed = { childList: true, subtree: true, characterData: true, characterDataOldValue: true };

/** Marks an element whose content React hydrates after the page (components/list/late-part.tsx). */
export const LATE_PART = { "data-late-part": "" };

/** Reverted changes inside late parts, to reapply once React has hydrated the part. */
let postponed: MutationRecord[] = [];

/**
 * Calls `hydrate` while the page is as the server sent it: it reverts other changes and reapplies them before the
 * browser paints or other code runs. Without such changes it hydrates in a transition, which React can interrupt.
 */
export function guardHydration(root: HTMLElement, hydrate: () => void): void {
  const { watch, records = [] } = window.earlyChanges ?? {};
  const changes = [...records, ...(watch?.takeRecords() ?? [])].filter(isForeign);
  watch?.disconnect();
  const observer = new MutationObserver((later) => later.forEach(noteTranslated));
  observer.observe(root, observed);
  if (changes.length === 0) return startTransition(hydrate);
  revert(changes);
  const reverted = observer.takeRecords();
  flushSync(hydrate);
  postponed = reverted.filter(({ target }) => latePartOf(target) !== null);
  revert(reverted.filter((record) => !postponed.includes(record)));
}

/** Called when React has hydrated the late part. */
export function applyChangesIn(part: Element): void {
  const isOfPart = ({ target }: MutationRecord) => latePartOf(target) === part;
  const changes = postponed.filter(isOfPart);
  postponed = postponed.filter((record) => !changes.includes(record));
  revert(changes);
}

const latePartOf = (node: Node) =>
  (node instanceof Element ? node : node.parentElement)?.closest("[data-late-part]") ?? null;

/**
 * Returns whether an extension or a translator made a change, and not React's `$RC` script. That script inserts
 * streamed Suspense content: it changes comments, and the children of elements with a Suspense comment (`<!--$-->`).
 */
const isForeign = ({ type, target }: MutationRecord) =>
  type === "characterData"
    ? target instanceof Text
    : !("$RC" in window) ||
      ![...target.childNodes].some((child) => child instanceof Comment && child.data.startsWith("$"));

/** Reverts changes, newest first. Given the records of the reverting itself, it reapplies the changes. */
function revert(records: MutationRecord[]): void {
  for (const record of [...records].reverse()) {
    const { type, target, addedNodes, removedNodes, previousSibling, nextSibling, oldValue } = record;
    if (type === "characterData") target.nodeValue = oldValue;
    for (const node of addedNodes) if (node.parentNode === target) target.removeChild(node);
    const isHere = (node: Node | null) => node?.parentNode === target;
    const before =
      isHere(nextSibling) || !isHere(previousSibling) ? nextSibling : previousSibling?.nextSibling;
    for (const node of removedNodes)
      target.insertBefore(node, isHere(before ?? null) ? (before ?? null) : null);
  }
}

/** Original text nodes that a translator has replaced, with their replacements. */
const translated = new WeakMap<Node, Element>();

/**
 * Prepares for React's updates of translated text: translators replace text nodes with `<font>`, which nothing else
 * uses. The original is put back just before React changes it (which would show nothing), removes it or inserts before
 * it (which would throw). The translator then translates it again.
 */
function noteTranslated({ removedNodes, addedNodes, previousSibling, nextSibling }: MutationRecord): void {
  const font = [addedNodes[0], previousSibling, nextSibling].find((node) => node?.nodeName === "FONT");
  const parent = font?.parentNode;
  if (!parent) return;
  for (const text of removedNodes) {
    if (!(text instanceof Text) || text.isConnected) continue;
    translated.set(text, font as Element);
    // Only on these nodes, because all code would see a changed prototype.
    Object.defineProperty(text, "nodeValue", {
      configurable: true,
      get: () => text.data,
      set(value: string) {
        putBack(text);
        text.data = value;
      },
    });
    parent.removeChild = (child) => {
      putBack(child);
      return Node.prototype.removeChild.call(parent, child) as typeof child;
    };
    parent.insertBefore = (node, before) => {
      putBack(before);
      return Node.prototype.insertBefore.call(parent, node, before) as typeof node;
    };
  }
}

function putBack(node: Node | null): void {
  if (!node || node.isConnected) return;
  translated.get(node)?.replaceWith(node);
  translated.delete(node);
}
