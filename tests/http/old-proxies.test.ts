/**
 * Old or interfering intermediaries: HTTP/1.0 clients and proxies, proxies that disable compression, and proxies that
 * remove response headers or rewrite the HTML. Pages must arrive complete, and forms must still submit.
 */
import { once } from "node:events";
import { createServer, request } from "node:http";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { SandboxClient } from "../kit/visitors/sandbox-client";

const { origin, apiOrigin } = inject("servedSite");
const { hostname, port, host } = new URL(origin);
const sandbox = new SandboxClient(apiOrigin);

interface RawResponse {
  head: string;
  status: number;
  body: string;
  /** Returns the value of a response header. Names are case-insensitive. */
  header: (name: string) => string | undefined;
}

/** Sends these lines over a raw socket and reads until the site closes the connection. */
async function raw(...lines: string[]): Promise<RawResponse> {
  const socket = connect(Number(port), hostname);
  const chunks: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => chunks.push(chunk));
  socket.write(lines.join("\r\n"));
  await once(socket, "close");
  const text = Buffer.concat(chunks).toString("utf8");
  const end = text.indexOf("\r\n\r\n");
  const head = text.slice(0, end);
  return {
    head,
    status: Number(head.split(" ", 2)[1]),
    body: text.slice(end + 4),
    header: (name) => new RegExp(`^${name}: (.*)$`, "im").exec(head)?.[1]?.trim(),
  };
}

describe("HTTP/1.0", () => {
  it.each(["/", "/news", "/support/faq", "/sign-in", "/nowhere"])(
    "gets %s whole, without chunks and compression, and the connection ends",
    async (path) => {
      const { status, body, header } = await raw(`GET ${path} HTTP/1.0`, `Host: ${host}`, "", "");
      expect(status).toBe(path === "/nowhere" ? 404 : 200);
      expect(header("transfer-encoding")).toBeUndefined();
      expect(header("content-encoding")).toBeUndefined();
      expect(body).toMatch(/^<!DOCTYPE html>/i);
      expect(body.trimEnd()).toMatch(/<\/html>$/);
      const size = header("content-length");
      if (size !== undefined) expect(Buffer.byteLength(body)).toBe(Number(size));
    },
  );

  it("gets a member's page whole", async () => {
    const { email, password } = await sandbox.makeMember({ history: 120, historyDays: 5 });
    const fields = new URLSearchParams({ email, password }).toString();
    const signedIn = await raw(
      "POST /sign-in HTTP/1.0",
      `Host: ${host}`,
      `Origin: ${origin}`,
      "Content-Type: application/x-www-form-urlencoded",
      `Content-Length: ${fields.length}`,
      "",
      fields,
    );
    expect(signedIn.status).toBe(303);
    const cookies = [...signedIn.head.matchAll(/^set-cookie: ([^;]+)/gim)].map(([, pair]) => pair);
    const { status, body, header } = await raw(
      "GET /my-page/history HTTP/1.0",
      `Host: ${host}`,
      `Cookie: ${cookies.join("; ")}`,
      "",
      "",
    );
    expect(status).toBe(200);
    expect(header("transfer-encoding")).toBeUndefined();
    expect(body).toContain("</html>");
    expect(body.match(/<tr\b/g)?.length).toBeGreaterThan(5);
  });

  it("keeps the connection for a file when it is asked to, and ends it when it is not", async () => {
    const asked = `GET /favicon.svg HTTP/1.0\r\nHost: ${host}\r\n`;
    const both = await raw(`${asked}Connection: keep-alive\r\n\r\n${asked}\r\n`);
    expect(both.header("connection")).toBe("keep-alive");
    expect(both.body.match(/<svg/g)).toHaveLength(2);
  });

  it("without a Host is refused, because no address of the site was meant", async () => {
    const { status } = await raw("GET / HTTP/1.0", "", "");
    expect(status).toBe(421);
    expect((await fetch(`${origin}/robots.txt`)).status).toBe(200);
  });
});

/** Changes that each proxy makes to the request headers, the response headers and the body. */
const proxies: Record<
  string,
  {
    asked?: (headers: Record<string, unknown>) => Record<string, unknown>;
    answered?: (headers: Record<string, unknown>) => Record<string, unknown>;
    body?: (html: string) => string;
  }
> = {
  "asks for no compression": {
    asked: ({ "accept-encoding": _, ...rest }) => ({ ...rest, via: "1.0 office" }),
  },
  "takes ETag, Vary and Cache-Control away": {
    answered: ({ etag: _, vary: __, "cache-control": ___, ...rest }) => rest,
  },
  "takes comments and white space out of the HTML": {
    asked: ({ "accept-encoding": _, ...rest }) => rest,
    answered: ({ "content-length": _, etag: __, ...rest }) => rest,
    body: (html) => html.replace(/<!--[\s\S]*?-->/g, "").replace(/>\s+</g, "><"),
  },
};

describe.each(Object.entries(proxies))("a proxy that %s", (_name, { asked, answered, body }) => {
  const proxy = createServer((req, res) => {
    const headers = asked?.({ ...req.headers }) ?? req.headers;
    const forward = request(
      { hostname, port, path: req.url, method: req.method, headers: headers as typeof req.headers },
      (response) => {
        const kept = (answered?.({ ...response.headers }) ?? response.headers) as typeof response.headers;
        res.writeHead(response.statusCode ?? 502, kept);
        if (!body || !String(kept["content-type"]).startsWith("text/html")) return void response.pipe(res);
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () => res.end(body(Buffer.concat(chunks).toString("utf8"))));
      },
    );
    req.pipe(forward);
  });
  const ask = (path: string, init: RequestInit = {}) => {
    const { port: own } = proxy.address() as { port: number };
    return fetch(`http://127.0.0.1:${own}${path}`, {
      redirect: "manual",
      ...init,
      headers: { ...(init.headers as Record<string, string>), host },
    });
  };
  beforeAll(async () => {
    await once(proxy.listen(0, "127.0.0.1"), "listening");
  });
  afterAll(() => void proxy.close());

  it("passes pages on whole, with their security policy", async () => {
    for (const path of ["/", "/news", "/sign-in"]) {
      const response = await ask(path);
      expect(response.status, path).toBe(200);
      expect(response.headers.get("content-security-policy"), path).toContain("default-src");
      expect((await response.text()).trimEnd(), path).toMatch(/<\/html>$/);
    }
  });

  it("passes a data request on with the app's mark", async () => {
    const response = await ask("/news?_data=routes%2Fnews%2Flist%2Froute");
    expect(response.headers.get("x-remix-response")).toBe("yes");
    await expect(response.json()).resolves.toBeTypeOf("object");
  });
});
