/**
 * The sandbox in process, for tests: no port, a database in memory, a clock that a test can move.
 */
import { ORDER_SUCCESS } from "#server/wire/envelope";
import { createSandbox, type Sandbox, type SandboxOptions } from "#server/sandbox/sandbox";
import type { FaultOrder } from "#server/sandbox/switches/faults";
import type { MadeMember, MemberOrder } from "#server/sandbox/switches/members";

export const API = "http://api.test/api";
export const ORDERS = "http://api.test/order-service";
export const PASSWORD = "Soria-2024!";

type Json = Record<string, unknown>;

export interface Answer<T = unknown> {
  status: number;
  /** of the product API */
  result: number;
  message: string;
  data: T;
  headers: Headers;
}

interface CallOptions {
  method?: string;
  body?: unknown;
  /** bearer */
  token?: string;
  language?: string;
  /** Idempotency-Key */
  key?: string | undefined;
}

export interface TestSandbox extends Sandbox {
  clock: { now: number; pass(ms: number): void };
  /** A call of the product API: `call("/auth/sign-in", {body})`; with a body it is a POST, else a GET. */
  call<T = Json>(path: string, options?: CallOptions): Promise<Answer<T>>;
  /** The same of the order service. */
  orders<T = Json>(path: string, options?: CallOptions): Promise<Answer<T> & { ok: boolean }>;
  make(order?: MemberOrder): Promise<MadeMember>;
  signIn(email: string | null, password?: string): Promise<Answer<SignedIn>>;
  /** A member and the access token of a fresh session. */
  signedIn(order?: MemberOrder): Promise<{ member: MadeMember; token: string; refresh: string }>;
  mails(to: string): Promise<{ subject: string; text: string; code?: string; link?: string }[]>;
  faults(rules: Partial<FaultOrder>[]): Promise<void>;
}

export interface SignedIn {
  accessToken: string;
  refreshToken: string;
  deletionCancelled?: boolean;
  deletionDate?: string;
  failed_count?: number;
}

/** Opens a sandbox of a test's own. `start` is where its clock stands (it moves only by `clock.pass`). */
export async function createTestSandbox(
  options: Partial<SandboxOptions> & { start?: number } = {},
): Promise<TestSandbox> {
  const clock = {
    now: options.start ?? Date.UTC(2026, 10, 20, 3),
    pass(ms: number) {
      clock.now += ms;
    },
  };
  const sandbox = await createSandbox({
    dataDir: ":memory:",
    origin: "http://api.test",
    now: () => clock.now,
    onError(error) {
      throw error;
    },
    ...options,
  });
  const send = async (url: string, { method, body, token, language, key }: CallOptions = {}) => {
    const isForm = body instanceof FormData;
    const answer = await sandbox.fetch(
      new Request(url, {
        method: method ?? (body === undefined ? "GET" : "POST"),
        headers: {
          ...(body !== undefined && !isForm && { "Content-Type": "application/json" }),
          ...(token !== undefined && { Authorization: `Bearer ${token}` }),
          ...(language !== undefined && { "Accept-Language": language }),
          ...(key !== undefined && { "Idempotency-Key": key }),
        },
        ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
      }),
    );
    const text = await answer.text();
    return { json: JSON.parse(text) as Json, status: answer.status, headers: answer.headers };
  };

  const test: TestSandbox = {
    ...sandbox,
    clock,
    async call<T>(path: string, options?: CallOptions) {
      const { json, status, headers } = await send(`${API}${path}`, options);
      return {
        status,
        headers,
        result: Number(json.result),
        message: String(json.message),
        data: json.data as T,
      };
    },
    async orders<T>(path: string, options?: CallOptions) {
      const { json, status, headers } = await send(`${ORDERS}${path}`, options);
      const message = String(json.message);
      return { status, headers, message, ok: message === ORDER_SUCCESS, result: 1, data: json.data as T };
    },
    async make(order = {}) {
      const { json, status } = await send("http://api.test/__members", { body: order });
      if (status !== 201) throw new Error(`POST /__members answered ${status}: ${JSON.stringify(json)}`);
      return json as unknown as MadeMember;
    },
    signIn: (email, password = PASSWORD) =>
      test.call<SignedIn>("/auth/sign-in", {
        body: { email: email ?? "", password, language: "en", platform: "WEB" },
      }),
    async signedIn(order = {}) {
      const member = await test.make(order);
      const { data } = await test.signIn(member.email, member.password);
      return { member, token: data.accessToken, refresh: data.refreshToken };
    },
    async mails(to) {
      const { json } = await send(`http://api.test/mailbox.json?to=${encodeURIComponent(to)}`);
      return json as unknown as { subject: string; text: string; code?: string; link?: string }[];
    },
    async faults(rules) {
      await send("http://api.test/__faults", { method: "PUT", body: rules });
    },
  };
  return test;
}
