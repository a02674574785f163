/** An API on a free port, and the calls of the site's client to it. */
import { createServer, type RequestListener, type Server } from "node:http";
import { afterEach, beforeEach, vi } from "vitest";
import { z } from "zod";
import * as client from "#server/api/api.server";
import { env } from "#server/config/env.server";
import { ApiError } from "#server/errors/api-error";
import type { TokenSource } from "#server/api/token-source";
import type { WireCall } from "#server/wire/call";
import { closed, listening } from "../../kit/programs/listening";

/** A test's call: properties of its `calls` entry, its parameters and its input. */
export type Made = Partial<Omit<WireCall, "query">> & {
  tokens?: TokenSource;
  params?: Record<string, string | number>;
} & {
  sent?: Record<string, string | number | undefined>;
};

const schema = z.object({ name: z.string() });

/** Returns a listener that responds with JSON. */
export const respond = (value: unknown, status = 200): RequestListener => {
  return (_, response) =>
    response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(value));
};

/** Makes a call. One that takes a form sends an empty one. */
export const callApi = ({ tokens, params = {}, sent, ...wire }: Made): Promise<unknown> =>
  client.callWire<WireCall & { auth: "either"; query: z.AnyZodObject }>(
    {
      method: "GET",
      path: "/thing",
      data: schema,
      query: z.object({}),
      auth: "either",
      ...wire,
    } as WireCall & { auth: "either"; query: z.AnyZodObject },
    { tokens, params, query: sent ?? {}, ...(wire.form && { form: new FormData() }) },
  );

/** Makes a call, and returns the error with which it fails. */
export async function failure(made: Made = {}) {
  try {
    await callApi(made);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error("The call should have failed.");
}

/** Returns the tokens of a member. */
export const tokens = (first: string | undefined, renewed?: string) => {
  const source = { accessToken: vi.fn(async () => first), renew: vi.fn(async () => renewed) };
  return source satisfies TokenSource;
};

/** The API's server. */
export let server: Server;
/** The requests that it got. */
export let seen: { method: string; url: string; authorization?: string | undefined; body: string }[];
let handler: RequestListener;

/** Sets what the API responds from now on. */
export function respondBy(listener: RequestListener): void {
  handler = listener;
}

/** Puts another server in the place of one that the test has closed. */
export async function newServer(): Promise<void> {
  server = createServer();
  await listening(server);
}

/** Starts an API for each test of the file. */
export function useApi(): void {
  beforeEach(async () => {
    seen = [];
    server = createServer((request, response) => {
      let body = "";
      request.on("data", (chunk) => (body += chunk));
      request.on("end", () => {
        seen.push({
          method: request.method ?? "",
          url: request.url ?? "",
          authorization: request.headers.authorization,
          body,
        });
        handler(request, response);
      });
    });
    const origin = await listening(server);
    env().apiBaseUrl = `${origin}/api`;
    env().orderApiBaseUrl = `${origin}/orders`;
  });

  afterEach(() => closed(server));
}
