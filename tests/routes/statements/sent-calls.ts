/** Makes a call of the API client and compares the request that leaves the site: line, body and token. */
import { http, HttpResponse } from "msw";
import { expect } from "vitest";
import { replaceCachedReads } from "#server/api/public-cache.server";
import { SwrCache } from "#server/api/swr-cache.server";
import type { WireCall } from "#server/wire/call";
import { calls } from "#server/wire/calls";
import { server } from "../../mocks/server";

/** A request as the API receives it. */
export interface Sent {
  /** "METHOD /path?query", relative to the service's origin. */
  line: string;
  body?: unknown;
  bearer?: string;
  /** The names of a multipart body's parts, in order. */
  parts?: string[];
}

/** The tokens of a member who is signed in. */
export const tokens = { accessToken: async () => "access", renew: async () => undefined };

/** The access token that the API receives with them. */
export const bearer = "access";

/** Returns the definition of the call with this request line, on which the compiler relies in the call's callers. */
function definitionOf(line: string): WireCall | undefined {
  const [, method, base, path = ""] = /^(\S+) \/(api|order-service)([^?]*)/.exec(line) ?? [];
  const service = base === "api" ? undefined : "orders";
  const all: WireCall[] = Object.values(calls);
  const isOf = (one: WireCall) =>
    new RegExp(`^${one.path.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(path) && one.method === method;
  return all.find((one) => one.service === service && isOf(one));
}

/** Makes a call, and compares the request that the API received with this one and with the call's definition. */
export async function expectSent(call: () => Promise<unknown>, sent: Sent): Promise<void> {
  // The order of query parameters is irrelevant.
  const sorted = <Sent extends { line: string }>(one: Sent) => {
    const [path = "", query] = one.line.split("?");
    return { ...one, line: query === undefined ? path : `${path}?${query.split("&").sort().join("&")}` };
  };
  expect(sorted(await sentBy(call))).toEqual(sorted(sent));
  const wire = definitionOf(sent.line);
  expect(wire).toBeDefined();
  if (sent.body !== undefined) expect(wire?.json?.parse(sent.body)).toEqual(sent.body);
  if (sent.parts)
    expect(sent.parts.filter((name) => name !== "file")).toEqual(Object.keys(wire?.form?.shape ?? {}));
  const asked = [...new URL(sent.line.slice(sent.line.indexOf("/")), "http://api.test").searchParams.keys()];
  expect(Object.keys(wire?.query?.shape ?? {})).toEqual(expect.arrayContaining(asked));
}

/** Makes a call and returns the request that the API received. The response is irrelevant here. */
async function sentBy(call: () => Promise<unknown>): Promise<Sent> {
  const arrived: Sent[] = [];
  server.use(
    http.all("http://api.test/*", async ({ request }) => {
      const { pathname, search } = new URL(request.url);
      const type = request.headers.get("Content-Type") ?? "";
      const [, token] = /^Bearer (.+)$/.exec(request.headers.get("Authorization") ?? "") ?? [];
      arrived.push({
        line: `${request.method} ${pathname}${search}`,
        ...(type.includes("json") && { body: await request.json() }),
        ...(type.includes("multipart") && { parts: [...(await request.formData()).keys()] }),
        ...(token !== undefined && { bearer: token }),
      });
      return HttpResponse.json({ result: 0, message: "", data: null });
    }),
  );
  replaceCachedReads(new SwrCache());
  await call().catch(() => undefined);
  expect(arrived).toHaveLength(1);
  return arrived[0] as Sent;
}
