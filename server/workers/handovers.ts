import type { Worker } from "node:cluster";

/** A connection as Node's cluster hands it to a worker: `{ cmd, act, seq }` with its handle (lib/internal/cluster). */
interface Handle {
  close(): void;
}

function isHandle(value: unknown): value is Handle {
  return typeof value === "object" && value !== null && "close" in value && typeof value.close === "function";
}

/**
 * Closes the connections that a worker was given and had not taken when it ended. Node closes its side of one when the
 * worker has said that it has it, and drops the question when the worker dies: the visitor would wait, without an
 * answer or an end, for as long as the browser does. An end has it ask again, or say so.
 */
export function closeUntaken({ process: child }: Worker): void {
  const untaken = new Map<unknown, Handle>();
  child.send = new Proxy(child.send, {
    apply(send, self, parts: unknown[]) {
      const [message, handle] = parts;
      const isConnection =
        typeof message === "object" && message !== null && "act" in message && message.act === "newconn";
      if (isConnection && "seq" in message && isHandle(handle)) untaken.set(message.seq, handle);
      return Reflect.apply(send, self, parts);
    },
  });
  child.on("internalMessage", (message: { ack?: unknown }) => untaken.delete(message.ack));
  child.once("exit", () => {
    for (const handle of untaken.values()) handle.close();
    untaken.clear();
  });
}
