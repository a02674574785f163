/** The sandbox's desk, its JSON calls, and the API behind them. */
import { afterAll, afterEach, beforeAll } from "vitest";
import { createSandbox, type Sandbox } from "#server/sandbox/sandbox";

/** The desk's own origin. */
export const origin = "http://localhost:4000";

/** Loads a page of the desk. */
export const get = async (path: string) => {
  const response = await sandbox.fetch(new Request(origin + path));
  return { status: response.status, text: await response.text(), headers: response.headers };
};

/** Makes a JSON call of the desk. */
export async function json<Answer>(method: string, path: string, body?: unknown) {
  const response = await sandbox.fetch(
    new Request(origin + path, { method, ...(body !== undefined && { body: JSON.stringify(body) }) }),
  );
  return { status: response.status, data: (await response.json()) as Answer };
}

/** Submits a form of the desk. */
export function post(path: string, fields: Record<string, string> = {}, headers?: Record<string, string>) {
  const body = new URLSearchParams(fields);
  return sandbox.fetch(
    new Request(origin + path, { method: "POST", body, headers: headers ?? { Origin: origin } }),
  );
}

/** A member as the desk creates one. */
export interface Made {
  id: number;
  email: string;
  password: string;
}

/** Creates a member. */
export const make = async (order: object = {}) => (await json<Made>("POST", "/__members", order)).data;

interface Envelope {
  result: number;
  data: Record<string, string> | null;
}

/** Calls the API. */
export async function call(method: string, path: string, body?: object, token?: string) {
  const response = await sandbox.fetch(
    new Request(`${origin}/api${path}`, {
      method,
      headers: {
        ...(body && { "Content-Type": "application/json" }),
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    }),
  );
  return (await response.json()) as Envelope;
}

/** Signs a member in at the API. */
export const signIn = async ({ email, password }: Pick<Made, "email" | "password">) =>
  call("POST", "/auth/sign-in", { email, password, language: "EN", platform: "WEB" });

/** Returns a member's access token. */
export const tokenOf = async (who: Made) => (await signIn(who)).data?.["accessToken"] ?? "";

/** The sandbox of the file's tests, and its settings at the start. */
export let sandbox: Sandbox;
export let initial: Sandbox["services"]["settings"];

/** Starts the sandbox before the tests of the file, and undoes scenarios, faults and settings after each. */
export function useDesk(): void {
  beforeAll(async () => {
    sandbox = await createSandbox({ dataDir: ":memory:", origin });
    initial = { ...sandbox.services.settings };
  });
  afterEach(async () => {
    await json("DELETE", "/__scenarios");
    await json("PUT", "/__faults", []);
    Object.assign(sandbox.services.settings, initial);
  });
  afterAll(() => sandbox.close());
}
