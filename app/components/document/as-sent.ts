/**
 * Extensions and translators change a page before its scripts run, and React 18 throws away a page that is not as the
 * server has sent it, with all that was typed. Here React is shown the page as it was sent, while what others have put
 * into it stays where it is: for as long as React has not taken an element over, the properties by which it goes through
 * that element's children say what they said at first. And a text for which a translator has put its own is put back
 * at the moment React changes or removes it, which would fail; the translator then translates it anew.
 *
 * Properties are set on single nodes, never on a prototype. Extensions do not see them: they look at the page from a
 * world of their own. What was put in while the page was still being read cannot be told from the page; React then
 * renders the app anew, and early-hands.ts gives back what was typed.
 */

interface EarlyChanges {
  watch: MutationObserver;
  records: MutationRecord[];
}

declare global {
  interface Window {
    /** Set by late-scripts-starter.js, which watches from the end of the document on. */
    earlyChanges?: EarlyChanges;
  }
}

/** The same as in late-scripts-starter.js. */
const watched = { childList: true, subtree: true, characterData: true, characterDataOldValue: true };

type Shown = "firstChild" | "nextSibling" | "textContent" | "nodeValue";

const isTaken = (node: Node) => Object.keys(node).some((key) => key.startsWith("__reactFiber"));
/** Where React itself has put parts that came late in the same answer: that is how they are to be found. */
const isStreamed = (node: Node) =>
  "$RC" in window &&
  [...node.childNodes].some((child) => child instanceof Comment && child.data.startsWith("$"));

/**
 * Call before React takes the page over.
 *
 * @param root the element that React takes over
 * @returns to be called when it has
 */
export function showAsSent(root: HTMLElement): () => void {
  let isOver = false;
  const lists = new Map<Node, Node[]>();
  const texts = new Map<Node, string>();
  const ends: (() => void)[] = [];

  /** The children of a node before these changes of them. */
  function childrenBefore(parent: Node, records: MutationRecord[]): Node[] {
    let list: Node[] = [...parent.childNodes];
    for (const { target, addedNodes, removedNodes, nextSibling } of [...records].reverse()) {
      if (target !== parent) continue;
      list = list.filter((node) => ![...addedNodes].includes(node as ChildNode));
      const at = nextSibling ? list.indexOf(nextSibling) : -1;
      list.splice(at < 0 ? list.length : at, 0, ...removedNodes);
    }
    return list;
  }

  /**
   * `node[name]` is what `sent` says until the page is taken over, and in a part of it that React takes over later until
   * that is: it has gone through the children (`parent` is marked), or has compared a text (which it asks for once).
   */
  function show(parent: Node, node: Node, name: Shown, sent: () => unknown): void {
    let asked = false;
    const isDone = () => {
      if (!isOver) return false;
      if (name === "firstChild" || name === "nextSibling") return parent === root || isTaken(parent);
      const wasAsked = asked;
      asked = true;
      return wasAsked;
    };
    const end = () => Reflect.deleteProperty(node, name);
    Object.defineProperty(node, name, {
      configurable: true,
      get() {
        if (!isDone()) return sent();
        end();
        return Reflect.get(node, name);
      },
      set(value) {
        end();
        Reflect.set(node, name, value);
      },
    });
    ends.push(() => isTaken(parent) && end());
  }

  // React compares the text of elements that hold nothing else.
  const textOf = (node: Node) => (node instanceof Text ? (texts.get(node) ?? node.data) : "");

  function showChildren(parent: Node, list: Node[]): void {
    lists.set(parent, list);
    show(parent, parent, "firstChild", () => list[0] ?? null);
    list.forEach((node, index) => show(parent, node, "nextSibling", () => list[index + 1] ?? null));
    show(parent, parent, "textContent", () => list.map(textOf).join(""));
  }

  function take(records: MutationRecord[]): void {
    for (const { type, target, oldValue } of isOver ? [] : records) {
      if (type === "childList") {
        if (!lists.has(target) && !isStreamed(target)) showChildren(target, childrenBefore(target, records));
      } else if (target instanceof Text && !texts.has(target)) {
        const [text, parent] = [oldValue ?? "", target.parentNode];
        texts.set(target, text);
        show(target, target, "nodeValue", () => text);
        if (parent && !lists.has(parent)) showChildren(parent, childrenBefore(parent, records));
      }
    }
    records.forEach(noteTranslated);
  }

  const early = window.earlyChanges;
  take([...(early?.records ?? []), ...(early?.watch.takeRecords() ?? [])]);
  early?.watch.disconnect();
  new MutationObserver(take).observe(root, watched);
  return () => {
    isOver = true;
    for (const end of ends) end();
  };
}

/** Texts for which a translator has put its own, and what it has put. */
const translated = new WeakMap<Node, Element>();

/** Translators wrap what they put in `<font>`, which nobody else has used for long. */
function noteTranslated({ removedNodes, addedNodes, previousSibling, nextSibling }: MutationRecord): void {
  const font = [addedNodes[0], previousSibling, nextSibling].find((node) => node?.nodeName === "FONT");
  const parent = font?.parentNode;
  if (!parent) return;
  for (const text of removedNodes) {
    if (!(text instanceof Text) || text.isConnected) continue;
    translated.set(text, font as Element);
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
