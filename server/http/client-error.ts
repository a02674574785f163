import type { Duplex } from "node:stream";
import texts from "./client-error.json";

interface ClientError extends Error {
  code?: string;
}

const page = `<!doctype html>
<html lang="ja">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>431</title>
${Object.entries(texts)
  .map(([lang, text]) => `<p lang="${lang}">${text}</p>`)
  .join("\n")}
</html>
`;

/**
 * Handles "clientError" of Node's server: a head that cannot be parsed reaches no middleware. A head that is too large
 * gets a page that says what to do; its language cannot be known.
 */
export function respondToClientError(error: ClientError, socket: Duplex): void {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  const [status, body] =
    error.code === "HPE_HEADER_OVERFLOW"
      ? ["431 Request Header Fields Too Large", page]
      : error.code === "ERR_HTTP_REQUEST_TIMEOUT"
        ? ["408 Request Timeout", ""]
        : ["400 Bad Request", ""];
  const head = [
    `HTTP/1.1 ${status}`,
    "Connection: close",
    "Cache-Control: no-store",
    "Content-Type: text/html; charset=utf-8",
    "X-Content-Type-Options: nosniff",
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
}
