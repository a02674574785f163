import type { RequestHandler } from "express";
import { log } from "#server/observe/log.server";

/** An error of Vite. */
interface SourceError extends Error {
  /** File of the module that could not be read or transformed. */
  id?: string;
  loc?: { file?: string; line: number; column: number };
  /** Source lines around the error, with a marker below it. */
  frame?: string;
}

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
// Vite colours its messages for a terminal.
const plain = (text: string) => text.replace(/\u001b\[\d+m/g, "");

/**
 * Express handler that shows errors during development instead of the visitors' 500 page: message, file and stack.
 * The browser reloads every two seconds (no script needed), so the page returns once the file is repaired.
 */
export function withErrorsShown(pages: RequestHandler, mapStack: (error: Error) => void): RequestHandler {
  return (req, res, next) =>
    pages(req, res, (failure?: unknown) => {
      if (!(failure instanceof Error) || res.headersSent) return next(failure);
      mapStack(failure);
      log.error({ err: failure, requestId: res.locals["requestId"] as string }, "a module failed");
      res.status(500).setHeader("Cache-Control", "no-store");
      // A reload must not submit a form again.
      if (req.method === "GET") res.setHeader("Refresh", "2");
      res.type("html").send(errorPage(failure));
    });
}

export function errorPage(failure: SourceError): string {
  const { loc, id, frame, stack, message } = failure;
  const file = loc?.file ?? id;
  const place = file && loc ? `${file}:${loc.line}:${loc.column}` : file;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(plain(message.split("\n")[0] ?? "Error"))}</title><style>
body{font:16px/1.6 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#14172e;background:#fbf6ee}
pre{white-space:pre-wrap;overflow-wrap:anywhere;background:#fff;border:1px solid #e4dccf;border-radius:14px;padding:1rem}
</style></head><body><h1>${escaped(plain(message))}</h1>
${place ? `<p><strong>${escaped(place)}</strong></p>` : ""}
${frame ? `<pre>${escaped(plain(frame))}</pre>` : ""}
<pre>${escaped(plain(stack ?? ""))}</pre><p>The page comes by itself when the file is mended.</p></body></html>`;
}
