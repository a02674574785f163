import { SourceMap, type SourceMapPayload } from "node:module";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";

interface Script {
  scriptId: string;
  url: string;
  sourceMapURL?: string;
}

/** A place in a source file, as an editor counts: the first line is 1. */
export interface Place {
  file: string;
  line: number;
}

const pathOf = (url: string) => (url.startsWith("file:") ? fileURLToPath(url) : url);

/** A debugger of a Node process, with breakpoints in TypeScript sources. Needs Node's `--experimental-websocket`. */
export class NodeDebugger {
  readonly #scripts = new Map<string, Script>();
  readonly #waiting = new Map<
    number,
    { resolve: (result: unknown) => void; reject: (error: Error) => void }
  >();
  readonly #pauses: ((place: Place | undefined, frame: string) => void)[] = [];
  readonly #breakpoints: string[] = [];
  #lastId = 0;

  private constructor(readonly socket: WebSocket) {
    socket.addEventListener("message", ({ data }) => this.#receive(String(data)));
  }

  /** Attaches to the process whose inspector listens on a port. */
  static async attach(port: number): Promise<NodeDebugger> {
    const [target] = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
      webSocketDebuggerUrl: string;
    }[];
    if (!target) throw new Error(`nothing to debug on port ${port}`);
    const socket = new WebSocket(target.webSocketDebuggerUrl);
    await new Promise((done, failed) => {
      socket.addEventListener("open", done);
      socket.addEventListener("error", () => failed(new Error(`port ${port} refuses a debugger`)));
    });
    const made = new NodeDebugger(socket);
    await made.#send("Debugger.enable");
    return made;
  }

  /**
   * Sets a breakpoint in the latest version of a file that the process has loaded.
   *
   * @throws Error if no source map leads to that line
   */
  async setBreakpoint({ file, line }: Place): Promise<void> {
    for (const script of [...this.#scripts.values()].reverse()) {
      const found = this.#generatedPlace(script, file, line);
      if (!found) continue;
      const location = { scriptId: script.scriptId, ...found };
      const made = (await this.#send("Debugger.setBreakpoint", { location })) as { breakpointId: string };
      this.#breakpoints.push(made.breakpointId);
      return;
    }
    throw new Error(`no script has a source map to ${file}:${line}`);
  }

  /**
   * Runs something that stops at a breakpoint. Removes all breakpoints before the process goes on.
   *
   * @returns the source place, and the value of an expression there
   */
  async pausedBy(run: () => void, expression: string): Promise<{ place: Place | undefined; value: unknown }> {
    const paused = new Promise<{ place: Place | undefined; frame: string }>((done) => {
      this.#pauses.push((place, frame) => done({ place, frame }));
    });
    run();
    const { place, frame } = await paused;
    const { result } = (await this.#send("Debugger.evaluateOnCallFrame", {
      callFrameId: frame,
      expression,
      returnByValue: true,
    })) as { result: { value: unknown } };
    for (const breakpointId of this.#breakpoints.splice(0))
      await this.#send("Debugger.removeBreakpoint", { breakpointId });
    await this.#send("Debugger.resume");
    return { place, value: result.value };
  }

  close(): void {
    this.socket.close();
  }

  #receive(data: string): void {
    const { id, method, params, result, error } = JSON.parse(data) as {
      id?: number;
      method?: string;
      params?: unknown;
      result?: unknown;
      error?: { message: string };
    };
    if (id !== undefined) {
      const waiting = this.#waiting.get(id);
      if (error) waiting?.reject(new Error(error.message));
      else waiting?.resolve(result);
    } else if (method === "Debugger.scriptParsed") {
      const script = params as Script;
      this.#scripts.set(script.scriptId, script);
    } else if (method === "Debugger.paused") {
      const { callFrames } = params as {
        callFrames: {
          callFrameId: string;
          location: { scriptId: string; lineNumber: number; columnNumber: number };
        }[];
      };
      const [top] = callFrames;
      if (top) this.#pauses.shift()?.(this.#sourcePlace(top.location), top.callFrameId);
    }
  }

  #send(method: string, params: object = {}): Promise<unknown> {
    const id = (this.#lastId += 1);
    this.socket.send(JSON.stringify({ id, method, params }));
    return new Promise((done, failed) => this.#waiting.set(id, { resolve: done, reject: failed }));
  }

  #mapOf({ sourceMapURL = "" }: Script): SourceMapPayload | undefined {
    const [head, body] = sourceMapURL.split(",");
    if (!head?.startsWith("data:application/json") || body === undefined) return undefined;
    return JSON.parse(Buffer.from(body, "base64").toString()) as SourceMapPayload;
  }

  #generatedPlace(script: Script, file: string, line: number) {
    if (!script.sourceMapURL || dirname(pathOf(script.url)) !== dirname(file)) return undefined;
    const payload = this.#mapOf(script);
    if (!payload?.sources.some((source) => resolve(dirname(pathOf(script.url)), pathOf(source)) === file))
      return undefined;
    const map = new SourceMap(payload);
    const lines = payload.mappings.split(";").length;
    for (let lineNumber = 0; lineNumber < lines; lineNumber += 1)
      for (let columnNumber = 0; columnNumber < 200; columnNumber += 1) {
        const entry = map.findEntry(lineNumber, columnNumber);
        const isThere = "originalLine" in entry && entry.originalLine === line - 1;
        if (isThere && entry.generatedLine === lineNumber) return { lineNumber, columnNumber };
      }
    return undefined;
  }

  #sourcePlace(location: { scriptId: string; lineNumber: number; columnNumber: number }): Place | undefined {
    const script = this.#scripts.get(location.scriptId);
    const payload = script && this.#mapOf(script);
    if (!payload) return undefined;
    const entry = new SourceMap(payload).findEntry(location.lineNumber, location.columnNumber);
    if (!("originalSource" in entry)) return undefined;
    const file = resolve(dirname(pathOf(script.url)), pathOf(entry.originalSource));
    return { file, line: entry.originalLine + 1 };
  }
}
