/** A visitor of the site in any engine: finds elements by role and accessible name, and waits for them to appear. */
import { setTimeout as pause } from "node:timers/promises";
import axe from "axe-core";
import type { Driver, Engine, Handle } from "./driver";

/** For journeys that hang, not a measure of speed: WebKit draws without a graphics card. */
const WAIT_MS = 60_000;

/**
 * Role and name of an element. In addition to ARIA roles: `field` is any form control including a password, `summary`
 * opens a menu, and `frame` is an iframe.
 */
export interface Sought {
  role: string;
  name?: string | RegExp;
  /** Ancestor to search within. */
  inside?: Sought;
}

type Axe = typeof axe & {
  commons: {
    aria: { getRole: (element: Element) => string | null };
    text: { accessibleText: (element: Element) => string };
  };
};

interface Plain {
  role: string;
  name?: string;
  pattern?: string;
  inside?: Plain;
}

const plain = ({ role, name, inside }: Sought): Plain => ({
  role,
  ...(name instanceof RegExp ? { pattern: name.source } : name === undefined ? {} : { name }),
  ...(inside && { inside: plain(inside) }),
});

const described = ({ role, name, inside }: Sought): string =>
  `${role} ${String(name ?? "")}${inside ? ` in ${described(inside)}` : ""}`;

/** In the page: returns the first visible element that matches. */
function find(sought: Plain): Element | null {
  const { axe } = window as unknown as { axe: Axe };
  axe.setup(document.documentElement);
  try {
    const look = ({ role, name, pattern, inside }: Plain): Element[] => {
      const roots = inside ? look(inside) : [document.documentElement];
      const tags = { field: "INPUT TEXTAREA SELECT", summary: "SUMMARY", frame: "IFRAME" }[role];
      const isIt = (element: Element) => {
        const isOfRole = tags
          ? tags.split(" ").includes(element.tagName)
          : axe.commons.aria.getRole(element) === role;
        if (!isOfRole) return false;
        if (!element.checkVisibility({ visibilityProperty: true })) return false;
        if (name === undefined && pattern === undefined) return true;
        const text = role === "summary" ? element.textContent : axe.commons.text.accessibleText(element);
        const called = (text ?? "").replaceAll("\u200b", "").replace(/\s+/g, " ").trim();
        return pattern === undefined ? called === name : new RegExp(pattern).test(called);
      };
      return roots.flatMap((root) => [...root.querySelectorAll("*")].filter(isIt));
    };
    return look(sought)[0] ?? null;
  } finally {
    axe.teardown();
  }
}

/** In the page: selects the text of the focused field, so that typing replaces it. */
function selectFocused(): boolean {
  const field = document.activeElement;
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return false;
  field.select();
  return true;
}

/** Returns an expression that calls a function in the page. */
const call = <Args extends unknown[]>(of: (...args: Args) => unknown, ...args: Args) =>
  `(${of.toString()})(${args.map((arg) => JSON.stringify(arg)).join(", ")})`;

export class Visitor {
  constructor(
    readonly engine: Engine,
    readonly driver: Driver,
    readonly origin: string,
    readonly isHydrated: () => boolean,
  ) {}

  get scripts(): boolean {
    return this.engine.scripts;
  }

  /** Opens a page and waits until it is hydrated. */
  async opens(path: string): Promise<void> {
    await this.driver.open(this.origin + path);
    await this.#ready();
  }

  async #ready(): Promise<void> {
    if (!this.scripts) return;
    await this.#until("the page's scripts", () => this.driver.evaluate<boolean>(call(this.isHydrated)));
  }

  async finds(sought: Sought): Promise<Handle> {
    return this.#until(described(sought), async () => {
      if (!(await this.driver.evaluate<boolean>(`typeof window.axe === "object"`))) {
        await this.driver.evaluate(`(() => { ${axe.source}; return true; })()`);
      }
      return this.driver.element(call(find, plain(sought)));
    });
  }

  /** Finds an element and acts on it. Retries both if the element is replaced or moves. */
  #with(sought: Sought, act: (element: Handle) => Promise<void>): Promise<true> {
    return this.#until(described(sought), async () => {
      await act(await this.finds(sought));
      return true as const;
    });
  }

  press(role: string, name?: string | RegExp, inside?: Sought): Promise<true> {
    const sought = { role, ...(name !== undefined && { name }), ...(inside && { inside }) };
    return this.#with(sought, (element) => this.driver.click(element));
  }

  /** Replaces the text of a field by typing. */
  async types(label: string | RegExp, text: string, inside?: Sought): Promise<void> {
    await this.#with({ role: "field", name: label, ...(inside && { inside }) }, async (element) => {
      await this.driver.click(element);
      const isReady = await this.driver.evaluate<boolean>(call(selectFocused));
      if (!isReady) throw new Error("the field has lost the focus");
      await this.driver.type(element, text);
    });
  }

  chooses(label: string, option: string): Promise<true> {
    return this.#with({ role: "field", name: label }, (list) => this.driver.choose(list, option));
  }

  attaches(label: string | RegExp, path: string): Promise<true> {
    return this.#with({ role: "field", name: label }, (input) => this.driver.attach(input, path));
  }

  async sees(text: string | RegExp): Promise<void> {
    await this.#until(`the text ${String(text)}`, async () => {
      const written = await this.driver.evaluate<string>("document.body.innerText");
      // Japanese text contains zero-width spaces, which allow line breaks between phrases only.
      const shown = written.replaceAll("\u200b", "");
      return typeof text === "string" ? shown.includes(text) : text.test(shown);
    });
  }

  async arrivesAt(address: RegExp): Promise<void> {
    let at = "";
    await this.#until(`the address ${String(address)}`, async () => {
      at = (await this.driver.url()).slice(this.origin.length);
      return address.test(at);
    }).catch((error: unknown) => {
      throw new Error(`${String(error)}; it is ${at}`);
    });
    await this.#ready();
  }

  /** Returns the value of an expression as soon as it is truthy. */
  reads<Value>(expression: string): Promise<NonNullable<Value>> {
    return this.#until(expression, () => this.driver.evaluate<Value>(expression));
  }

  /** Runs the work in the document of a frame. */
  async within(frame: Sought, work: () => Promise<void>): Promise<void> {
    await this.driver.enterFrame(await this.finds(frame));
    try {
      await work();
    } finally {
      await this.driver.leaveFrame();
    }
  }

  async #until<Result>(what: string, ask: () => Promise<Result>): Promise<NonNullable<Result>> {
    const deadline = Date.now() + WAIT_MS;
    let last: unknown;
    for (;;) {
      try {
        const answer = await ask();
        if (answer) return answer;
        last = undefined;
      } catch (error) {
        // Evaluation fails while the page navigates.
        last = error;
      }
      if (Date.now() > deadline) {
        throw new Error(`${what}: not within ${WAIT_MS / 1000} s${last ? ` (${String(last)})` : ""}`);
      }
      await pause(50);
    }
  }
}
