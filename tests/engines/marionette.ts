/**
 * Drives Firefox by its own protocol (Marionette), because WebDriver has no input method. Scripts can also run in the
 * browser's window, where Firefox has a text input processor for tests.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../kit/programs/redis-server";

type Reply = [type: 1, id: number, error: { message: string } | null, value: unknown];

export class Marionette {
  #next = 1;
  #rest = Buffer.alloc(0);
  readonly #waiting = new Map<number, (response: Reply) => void>();

  private constructor(
    private readonly socket: Socket,
    private readonly program: ChildProcess,
    private readonly profile: string,
  ) {
    socket.on("data", (chunk: Buffer) => this.#read(chunk));
  }

  static async start(): Promise<Marionette> {
    const port = await freePort();
    const profile = mkdtempSync(join(tmpdir(), "soria-firefox-"));
    const prefs = { "marionette.port": port, "intl.accept_languages": "ja", "ui.prefersReducedMotion": 1 };
    writeFileSync(
      join(profile, "user.js"),
      Object.entries(prefs)
        .map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`)
        .join("\n"),
    );
    const program = spawn(
      process.env["FIREFOX_PATH"] ?? "/usr/bin/firefox-esr",
      ["--headless", "--marionette", "--remote-allow-system-access", "--no-remote", "--profile", profile],
      { stdio: "ignore" },
    );
    for (let tries = 0; ; tries++) {
      const socket = connect(port, "127.0.0.1");
      try {
        await once(socket, "connect");
        const browser = new Marionette(socket, program, profile);
        await browser.call("WebDriver:NewSession", { capabilities: { alwaysMatch: {} } });
        return browser;
      } catch (error) {
        socket.destroy();
        if (tries > 200) throw error;
        await pause(100);
      }
    }
  }

  #read(chunk: Buffer): void {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    for (;;) {
      const colon = this.#rest.indexOf(":");
      const size = Number(this.#rest.subarray(0, Math.max(0, colon)).toString());
      if (colon < 0 || this.#rest.length < colon + 1 + size) return;
      const message: unknown = JSON.parse(this.#rest.subarray(colon + 1, colon + 1 + size).toString());
      this.#rest = this.#rest.subarray(colon + 1 + size);
      // The first message is the browser's greeting.
      if (Array.isArray(message)) this.#waiting.get(Number(message[1]))?.(message as Reply);
    }
  }

  call<Value>(command: string, parameters: object = {}): Promise<Value> {
    const id = this.#next++;
    const text = JSON.stringify([0, id, command, parameters]);
    this.socket.write(`${Buffer.byteLength(text)}:${text}`);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, ([, , error, value]) => {
        this.#waiting.delete(id);
        if (error) reject(new Error(`${command}: ${error.message}`));
        else resolve(value as Value);
      });
    });
  }

  open = (url: string) => this.call("WebDriver:Navigate", { url });

  /** Runs a function body in the page, or in the browser's window. */
  async run<Value>(
    script: string,
    args: unknown[] = [],
    context: "content" | "chrome" = "content",
  ): Promise<Value> {
    await this.call("Marionette:SetContext", { value: context });
    const { value } = await this.call<{ value: Value }>("WebDriver:ExecuteScript", { script, args });
    if (context === "chrome") await this.call("Marionette:SetContext", { value: "content" });
    return value;
  }

  async close(): Promise<void> {
    this.socket.destroy();
    this.program.kill();
    await once(this.program, "exit");
    rmSync(this.profile, { recursive: true, force: true });
  }
}
