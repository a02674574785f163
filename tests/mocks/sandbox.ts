/**
 * Runs the sandbox in process for tests: without a port, with an in-memory database and a clock that the test moves.
 */
import { createSandbox, type Sandbox, type SandboxOptions } from "#server/sandbox/sandbox";
import type { FaultOrder } from "#server/sandbox/switches/faults";
import type { HistoryData } from "#server/wire/users";
import type { MadeMember, MemberOrder } from "#server/sandbox/switches/members";

export const API = "http://api.test/api";
export const ORDERS = "http://api.test/order-service";
export const PASSWORD = "Soria-2024!";

type Json = Record<string, unknown>;

export interface SandboxResponse<T = unknown> {
  status: number;
  /** `result` of the product API's envelope. */
  result: number;
  message: string;
  data: T;
  headers: Headers;
}

interface CallOptions {
  method?: string;
  body?: unknown;
  /** Bearer token. */
  token?: string;
  language?: string;
  /** Idempotency-Key */
  key?: string | undefined;
}

export interface TestSandbox extends Sandbox {
  clock: { now: number; pass(ms: number): void };
  /**
   * Calls the product API: `call("/auth/sign-in", {body})`. The default method is POST with a body, else GET. Adds
   * the required query fields of a list that `path` leaves out.
   */
  call<T = Json>(path: string, options?: CallOptions): Promise<SandboxResponse<T>>;
  /** Calls the order service. Accepts the access token of a `signIn` session, as `call` does. */
  orders<T = Json>(path: string, options?: CallOptions): Promise<SandboxResponse<T> & { ok: boolean }>;
  /** Returns the whole history of all currencies, newest first. */
  history(token: string): Promise<HistoryData["items"]>;
  make(order?: MemberOrder): Promise<MadeMember>;
  signIn(email: string | null, password?: string): Promise<SandboxResponse<SignedIn>>;
  /** Creates a member and signs in. Returns the member and the tokens of the new session. */
  signedIn(order?: MemberOrder): Promise<{ member: MadeMember; token: string; refresh: string }>;
  mails(to: string): Promise<{ subject: string; text: string; code?: string; link?: string }[]>;
  faults(rules: Partial<FaultOrder>[]): Promise<void>;
}

export interface SignedIn {
  accessToken: string;
  refreshToken: string;
  ecAccessToken: string;
  deletionCancelled?: boolean;
  deletionDate?: string;
  failed_count?: number;
}

const PAGE = { page: "1", size: "10" };
const LANGUAGE = { language: "JA" };
const LISTS: [pattern: RegExp, query: Record<string, string>][] = [
  [/^\/news$/, { ...PAGE, ...LANGUAGE, scope: "WEB" }],
  [/^\/news\/|^\/support\/faq$/, { ...PAGE, ...LANGUAGE }],
  [/^\/store\/products$/, { ...PAGE, scope: "WEB" }],
  [/^\/support\/inquiries$|^\/v1\/users\/orders$/, PAGE],
  [/^\/users\/me\/history$/, { ...PAGE, transactionType: "ALL", from: "2000-01-01", to: "2100-01-01" }],
  [/^\/dao\/(?:suggestions|members|.*\/debates|.*\/comments)$/, { page: "1" }],
  [/^\/auth\/refresh\/session$/, { platform: "WEB" }],
];

/** Adds the required query fields of the call to the path. */
function withDefaults(path: string): string {
  const url = new URL(path, "http://api.test");
  const defaults = LISTS.find(([pattern]) => pattern.test(url.pathname))?.[1] ?? {};
  for (const [name, value] of Object.entries(defaults))
    if (!url.searchParams.has(name)) url.searchParams.set(name, value);
  return url.pathname + url.search;
}

/** Opens a sandbox for one test. `start` is the initial time of its clock, which only `clock.pass` moves. */
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
    checksContract: true,
    onError(error) {
      throw error;
    },
    ...options,
  });
  const send = async (url: string, { method, body, token, language, key }: CallOptions = {}) => {
    const isForm = body instanceof FormData;
    const response = await sandbox.fetch(
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
    const text = await response.text();
    return { json: JSON.parse(text) as Json, status: response.status, headers: response.headers };
  };

  /** Order service tokens by access token. */
  const orderTokens = new Map<string, string>();
  const test: TestSandbox = {
    ...sandbox,
    clock,
    /** @throws Error when a response differed from contract/openapi.yaml */
    async close() {
      const differences = sandbox.takeDifferences();
      await sandbox.close();
      if (differences.length > 0)
        throw new Error(`Differs from contract/openapi.yaml:\n${differences.join("\n")}`);
    },
    async call<T>(path: string, options?: CallOptions) {
      const asked = options?.body === undefined ? withDefaults(path) : path;
      const { json, status, headers } = await send(`${API}${asked}`, options);
      return {
        status,
        headers,
        result: Number(json.result),
        message: String(json.message),
        data: json.data as T,
      };
    },
    async orders<T>(path: string, options?: CallOptions) {
      const token = options?.token && (orderTokens.get(options.token) ?? options.token);
      const { json, status, headers } = await send(
        `${ORDERS}${options?.body === undefined ? withDefaults(path) : path}`,
        {
          ...options,
          ...(token && { token }),
        },
      );
      const message = String(json.message);
      return { status, headers, message, ok: message === "SUCCESS", result: 1, data: json.data as T };
    },
    async history(token) {
      const lists = await Promise.all(
        ["soria", "soria-plus", "point"].map(async (currency) => {
          const items: HistoryData["items"] = [];
          for (let page = 1, pages = 1; page <= pages; page++) {
            const path = `/users/me/history?size=50&page=${page}&currencyType=${currency}`;
            const { data } = await test.call<HistoryData>(path, { token });
            items.push(...data.items);
            pages = data.page_count;
          }
          return items;
        }),
      );
      return lists.flat().sort((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at));
    },
    async make(order = {}) {
      const { json, status } = await send("http://api.test/__members", { body: order });
      if (status !== 201) throw new Error(`POST /__members answered ${status}: ${JSON.stringify(json)}`);
      return json as unknown as MadeMember;
    },
    async signIn(email, password = PASSWORD) {
      const response = await test.call<SignedIn>("/auth/sign-in", {
        body: { email: email ?? "", password, language: "EN", platform: "WEB" },
      });
      if (response.result === 1) orderTokens.set(response.data.accessToken, response.data.ecAccessToken);
      return response;
    },
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
