/**
 * What HTTP asks of a server, as requests and what must be true of their responses (RFC 9110, RFC 9112). The same rows
 * run against the site (tests/http/rfc.test.ts) and against the site behind the shipped nginx (tests/topology).
 */
import { once } from "node:events";
import { type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import { connect } from "node:net";

interface HttpResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Sends a request with exactly these headers and Host. */
async function ask(
  origin: string,
  path: string,
  {
    method = "GET",
    headers = {},
    body,
  }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<HttpResponse> {
  const { hostname, port, host } = new URL(origin);
  const sent = request({ hostname, port, path, method, headers: { Host: host, ...headers } });
  sent.end(body);
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return { status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) };
}

/** Sends lines as they are on a connection of their own. @returns all that arrives until the server closes it */
async function raw(origin: string, ...lines: string[]): Promise<string> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  socket.write(lines.join("\r\n"));
  let text = "";
  for await (const chunk of socket) text += (chunk as Buffer).toString("latin1");
  return text;
}

/** Sends a request whose Host is the origin's, and closes the connection. @returns the response as text */
const rawRequest = (origin: string, line: string, headers: string[] = [], body = "") =>
  raw(origin, line, `Host: ${new URL(origin).host}`, ...headers, "Connection: close", "", body);

const formHeaders = (origin: string) => [
  `Origin: ${origin}`,
  "Content-Type: application/x-www-form-urlencoded",
];

const statusesIn = (text: string) =>
  [...text.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status));

/** A row: its title, and a function that returns what was found beside what is expected. */
type HttpRow = [title: string, check: (origin: string) => Promise<{ found: unknown; expected: unknown }>];

/** A page for guests, a file, a feed, a calendar file, a CSV for members only, a redirect, a page that is not there. */
const paths = [
  "/",
  "/news",
  "/sign-in",
  "/support/faq",
  "/dao",
  "/news/feed.xml",
  "/robots.txt",
  "/sitemap.xml",
  "/sitemaps/pages.xml",
  "/site.webmanifest",
  "/my-page/history",
  "/my-page/history.csv",
  "/my-page/data.json",
  "/nowhere",
  "/favicon.svg",
  "/healthz",
];

/** Headers that differ between two responses anyway. */
const own = [
  "date",
  "x-request-id",
  "server-timing",
  "content-security-policy",
  "set-cookie",
  "etag",
  "connection",
  "keep-alive",
  "content-length",
  "transfer-encoding",
  "age",
];
const comparable = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !own.includes(name)));

export const httpRows: HttpRow[] = [
  ...paths.map((path): HttpRow => [
    `HEAD ${path} has the status and headers of GET, and no body`,
    async (origin) => {
      const [get, head] = [await ask(origin, path), await ask(origin, path, { method: "HEAD" })];
      return {
        found: [head.status, comparable(head.headers), head.body.length],
        expected: [get.status, comparable(get.headers), 0],
      };
    },
  ]),
  ...["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND"].map((method): HttpRow => [
    `${method} is refused with the methods that are allowed`,
    async (origin) => {
      const { status, headers } = await ask(origin, "/news", { method });
      return { found: [status, status === 405 && headers.allow], expected: [405, headers.allow] };
    },
  ]),
  ...(
    [
      ["br;q=0, gzip", ["gzip", undefined]],
      ["br;q=0, gzip;q=0", [undefined]],
      ["identity", [undefined]],
      ["gzip;q=0, *;q=0", [undefined]],
      ["", [undefined]],
    ] as const
  ).flatMap(([accepted, allowed]) =>
    ["/news", "/favicon.svg", "/news/feed.xml"].map((path): HttpRow => [
      `GET ${path} respects Accept-Encoding: ${accepted || "(empty)"}`,
      async (origin) => {
        const { headers } = await ask(origin, path, { headers: { "Accept-Encoding": accepted } });
        const encoding = headers["content-encoding"];
        return { found: (allowed as readonly unknown[]).includes(encoding), expected: true };
      },
    ]),
  ),
  ...["/introduction", "/favicon.svg"].map((path): HttpRow => [
    `GET ${path} with its entity tag in a list is 304, with ETag, Cache-Control and Vary`,
    async (origin) => {
      const headers = { "Accept-Encoding": "identity" };
      const first = await ask(origin, path, { headers });
      const etag = String(first.headers.etag);
      const again = await ask(origin, path, { headers: { ...headers, "If-None-Match": `"other", ${etag}` } });
      const kept = ({ headers: all }: HttpResponse) => [all.etag, all["cache-control"]];
      return { found: [again.status, again.body.length, ...kept(again)], expected: [304, 0, ...kept(first)] };
    },
  ]),
  ...(
    [
      ["bytes=0-3", 206, (size: number) => [`bytes 0-3/${size}`, 4]],
      ["bytes=-4", 206, (size: number) => [`bytes ${size - 4}-${size - 1}/${size}`, 4]],
      ["bytes=99999999-", 416, (size: number) => [`bytes */${size}`, undefined]],
    ] as const
  ).map(([range, status, expect]): HttpRow => [
    `a file with Range: ${range} is ${status}`,
    async (origin) => {
      const identity = { "Accept-Encoding": "identity" };
      const size = (await ask(origin, "/favicon.svg", { headers: identity })).body.length;
      const response = await ask(origin, "/favicon.svg", { headers: { ...identity, Range: range } });
      const length = response.status === 416 ? undefined : response.body.length;
      return {
        found: [response.status, response.headers["content-range"], length],
        expected: [status, ...expect(size)],
      };
    },
  ]),
  ...["bytes=2-1", "bytes=x", "bytes="].map((range): HttpRow => [
    // RFC 9110 §14.2: a server may ignore an invalid range, or refuse it; nginx refuses.
    `a file with the invalid Range: ${range} is sent whole, or refused`,
    async (origin) => {
      const { status, headers } = await ask(origin, "/favicon.svg", { headers: { Range: range } });
      return {
        found: [
          [200, 416].includes(status),
          status === 206,
          headers["content-range"] === undefined || status === 416,
        ],
        expected: [true, false, true],
      };
    },
  ]),
  [
    "a target in absolute form is answered, by its host",
    async (origin) => ({
      found: statusesIn(await rawRequest(origin, `GET ${origin}/news HTTP/1.1`)),
      expected: [200],
    }),
  ],
  [
    "Connection: close ends the connection after the response",
    async (origin) => {
      const text = await rawRequest(origin, "GET /robots.txt HTTP/1.1");
      return { found: [statusesIn(text), /^connection: close/im.test(text)], expected: [[200], true] };
    },
  ],
  [
    "Expect: 100-continue is answered before the body is sent",
    async (origin) => {
      const body = "lng=en&redirectTo=%2Fnews";
      const headers = [...formHeaders(origin), `Content-Length: ${body.length}`, "Expect: 100-continue"];
      const text = await rawRequest(origin, "POST /language HTTP/1.1", headers, body);
      return { found: statusesIn(text), expected: [100, 303] };
    },
  ],
  [
    "two Host headers are refused",
    async (origin) => ({
      found: statusesIn(await rawRequest(origin, "GET / HTTP/1.1", ["Host: evil.example"])),
      expected: [400],
    }),
  ],
  [
    "a request without Host is refused",
    async (origin) => ({
      found: statusesIn(await raw(origin, "GET / HTTP/1.1", "Connection: close", "", "")),
      expected: [400],
    }),
  ],
  [
    "Content-Length beside Transfer-Encoding is refused",
    async (origin) => {
      const headers = [...formHeaders(origin), "Content-Length: 5", "Transfer-Encoding: chunked"];
      const text = await rawRequest(origin, "POST /language HTTP/1.1", headers, "0\r\n\r\n");
      return { found: statusesIn(text), expected: [400] };
    },
  ],
];
