/** Drives Debian's WebKitGTK with WebDriver, on a virtual display. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../kit/programs/redis-server";
import type { Driver, Engine, Handle } from "./driver";

/** Key of an element's id in WebDriver responses. */
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";
const ANSWER_MS = 60_000;
/** WebDriver's characters for keys without one (WebDriver 2, keyboard actions). */
const KEYS: Record<string, string> = { Enter: "\ue007", Shift: "\ue008", Control: "\ue009" };

type Reference = Record<typeof ELEMENT, string>;

const idOf = (element: Handle) => (element as Reference)[ELEMENT];

export class WebDriver implements Driver {
  #session = "";

  constructor(
    readonly origin: string,
    readonly programs: ChildProcess[],
  ) {}

  /** Starts a new session of WebKitGTK's driver, which keeps nothing of the previous one. */
  async forget(): Promise<void> {
    if (this.#session) await this.#call("DELETE", "");
    this.#session = "";
    const options = { "webkitgtk:browserOptions": { args: ["--automation"] } };
    const { sessionId } = await this.#call<{ sessionId: string }>("POST", "", {
      capabilities: { alwaysMatch: options },
    });
    this.#session = `/${sessionId}`;
    await this.#call("POST", "/window/rect", { width: 1280, height: 800 });
  }

  open = (url: string) => this.#call<void>("POST", "/url", { url });
  url = () => this.#call<string>("GET", "/url");

  evaluate<Result>(expression: string): Promise<Result> {
    return this.#call("POST", "/execute/sync", { script: `return ${expression}`, args: [] });
  }

  element = (expression: string): Promise<Handle | null> => this.evaluate<Reference | null>(expression);

  async click(element: Handle): Promise<void> {
    const press = async (at: Handle) => {
      // WebKitGTK's own scrolling follows the page's smooth scrolling, and the click does not wait for its end.
      const script = 'arguments[0].scrollIntoView({ block: "center", behavior: "instant" })';
      await this.#call("POST", "/execute/sync", { script, args: [at] });
      await this.#call("POST", `/element/${idOf(at)}/click`, {});
    };
    try {
      await press(element);
    } catch (error) {
      // A hidden control with a visible label: clicks the label.
      const label = await this.#call<Reference | null>("POST", "/execute/sync", {
        script: "return arguments[0].labels?.[0] ?? null",
        args: [element],
      });
      if (!label) throw error;
      await press(label);
    }
  }

  async type(element: Handle, text: string): Promise<void> {
    await this.#call("POST", `/element/${idOf(element)}/value`, { text });
  }

  async choose(list: Handle, option: string): Promise<void> {
    const options = await this.#call<Reference[]>("POST", `/element/${idOf(list)}/elements`, {
      using: "css selector",
      value: "option",
    });
    for (const one of options) {
      if ((await this.#call("GET", `/element/${idOf(one)}/text`)) === option) return this.click(one);
    }
    throw new Error(`the list has no ${option}`);
  }

  attach = (input: Handle, path: string) => this.type(input, path);

  async enterFrame(frame: Handle): Promise<void> {
    await this.#call("POST", "/frame", { id: frame });
  }

  async leaveFrame(): Promise<void> {
    await this.#call("POST", "/frame", { id: null });
  }

  /** Presses keys in the focused field; each key may be held with others, as in `["Control", "Shift", "u"]`. */
  async press(...strokes: string[][]): Promise<void> {
    const actions = strokes.flatMap((keys) => [
      ...keys.map((key) => ({ type: "keyDown", value: KEYS[key] ?? key })),
      ...keys.toReversed().map((key) => ({ type: "keyUp", value: KEYS[key] ?? key })),
    ]);
    await this.#call("POST", "/actions", { actions: [{ type: "key", id: "keyboard", actions }] });
  }

  /** WebDriver does not report the console. */
  problems = () => [];

  async close(): Promise<void> {
    if (this.#session) await this.#call("DELETE", "").catch(() => undefined);
    for (const program of this.programs) {
      const ended = once(program, "exit");
      if (program.exitCode === null && program.kill()) await ended;
    }
  }

  async #call<Value>(method: string, path: string, body?: unknown): Promise<Value> {
    const response = await fetch(`${this.origin}/session${this.#session}${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    const { value } = (await response.json()) as { value: Value & { error?: string; message?: string } };
    if (!response.ok) throw new Error(`${method} ${path}: ${value.error} ${value.message}`);
    return value;
  }
}

/**
 * Starts a virtual display, because WebKitGTK has no headless mode.
 * @returns its name and program
 */
async function display(): Promise<{ name: string; program: ChildProcess }> {
  const program = spawn("Xvfb", ["-displayfd", "1", "-screen", "0", "1280x900x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [number] = (await once(program.stdout, "data")) as [Buffer];
  return { name: `:${number.toString().trim()}`, program };
}

export const webkit = {
  name: "WebKit",
  scripts: true,
  async start() {
    const screen = await display();
    const port = await freePort();
    const program = spawn("WebKitWebDriver", [`--port=${port}`], {
      stdio: "ignore",
      // Without a session bus, WebKitGTK would wait for one (NO_AT_BRIDGE).
      env: {
        ...process.env,
        DISPLAY: screen.name,
        LANG: "ja_JP.UTF-8",
        NO_AT_BRIDGE: "1",
        GDK_BACKEND: "x11",
        // GTK's own input method: Ctrl+Shift+U begins a composition with the number of a character.
        GTK_IM_MODULE: "gtk-im-context-simple",
      },
    });
    const driver = new WebDriver(`http://127.0.0.1:${port}`, [program, screen.program]);
    const deadline = Date.now() + 20_000;
    while (!(await fetch(`http://127.0.0.1:${port}/status`).catch(() => undefined))?.ok) {
      if (Date.now() > deadline) throw new Error("WebKitWebDriver does not answer");
      await pause(50);
    }
    await driver.forget();
    return driver;
  },
} satisfies Engine;
