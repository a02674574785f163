import { randomBytes } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import * as clock from "#server/runtime/clock.server";
import { application } from "./application";
import { respondFrom } from "./content-sets";
import { openDatabase, sql } from "./database";
import { oneTimePasswords } from "./passwords";
import { LEAVING_DAYS, seedStatements } from "./seed";
import { DAY } from "./members";
import { keyedLock, type Services } from "./services";
import { IntentStore } from "./stripe/intents";
import {
  type CallEntry,
  CallLog,
  maskedBody,
  replayRequest,
  requestText,
  responseText,
} from "./switches/calls";
import { ConnectionClosed, Faults, type NodeBindings } from "./switches/faults";
import { Scenarios } from "./switches/scenarios";
import { DEFAULTS, type Settings } from "./switches/settings";
import { iso } from "./texts";
import { bearerIn, readToken } from "./tokens";

export interface SandboxOptions {
  /** Folder of `sandbox.db` and `files/`, or ":memory:" for data that ends with the process. */
  dataDir: string;
  /** Origin of the sandbox as browsers see it, for URLs in responses: "http://localhost:4000". */
  origin: string;
  now?: () => number;
  /** Of the generated data. */
  seed?: number;
  settings?: Partial<Settings>;
  /** Called for every recorded request, with an entry without secrets. */
  log?: (entry: CallEntry) => void;
  /** Checks each call against contract/openapi.yaml (`takeDifferences`). */
  checksContract?: boolean;
  /** Called for errors of the sandbox itself, which respond with 500. */
  onError?: (error: unknown) => void;
}

export type Sandbox = Awaited<ReturnType<typeof createSandbox>>;

/** Returns whether a path belongs to the switches or the desk, which ignore fault rules and are not logged. */
const isControl = (path: string) => path.startsWith("/__") || path === "/" || path.startsWith("/desk");

const isApi = (path: string) => path.startsWith("/api/") || path.startsWith("/order-service/");

/**
 * Creates the sandbox: the product API under /api, the order service under /order-service, /mailbox, /mailbox.json,
 * /files, /art, the Stripe stand-in under /stripe, and the test switches under /__… Seeds an empty database.
 */
export async function createSandbox(options: SandboxOptions) {
  const now = options.now ?? clock.now;
  const inMemory = options.dataDir === ":memory:";
  const folder = inMemory ? mkdtempSync(join(tmpdir(), "soria-sandbox-")) : resolve(options.dataDir);
  const filesDir = join(folder, "files");
  const db = await openDatabase(inMemory ? ":memory:" : folder);
  const faults = new Faults(db);
  const calls = new CallLog();
  // Loaded on demand, because the validator is a development dependency.
  const { ContractWatch } = options.checksContract ? await import("./contract") : {};
  const watch = ContractWatch && new ContractWatch();
  const takeDifferences = () => watch?.take() ?? [];

  const initial = { ...DEFAULTS, ...options.settings };
  const services: Services = {
    db,
    now,
    origin: options.origin.replace(/\/$/, ""),
    settings: { ...initial },
    key: await db.keep("key", () => randomBytes(32).toString("base64url")),
    filesDir,
    intents: new IntentStore(db, now),
    lock: keyedLock(),
    oneTime: oneTimePasswords(now),
  };
  const scenarios = new Scenarios(services, faults);

  /** Restores the initial data and settings, which invalidates all sessions. */
  const reset = async () => {
    faults.replace([]);
    calls.clear();
    Object.assign(services.settings, initial);
    await rm(filesDir, { recursive: true, force: true });
    await db.refill(await seedStatements(now(), filesDir, options.seed));
    await scenarios.forget();
  };
  await scenarios.restoreAfterRestart();
  if (!(await db.isSeeded())) await reset();
  // Keep leaving@soria.test at 12 days left after each start, unless a sign-in has cancelled the deletion.
  await db.run(
    sql`UPDATE members SET deletion_at = ${now() + LEAVING_DAYS * DAY}
      WHERE email = 'leaving@soria.test' AND deletion_at IS NOT NULL`,
  );

  const app = application(services, {
    faults,
    calls,
    scenarios,
    replay: async (call) => {
      const again = await replayRequest(services, call);
      if (typeof again === "string") return again;
      // A rule may close the connection; the call is recorded then, without a response.
      const response = await fetch(again).catch((error: unknown) => {
        if (!(error instanceof ConnectionClosed)) throw error;
      });
      await response?.body?.cancel();
      return calls.ofRequest(again.headers.get("x-request-id"));
    },
    defaults: initial,
    reset,
    takeDifferences,
    onError: options.onError,
  });

  /** Handles a request. `bindings` come from @hono/node-server. */
  const fetch = async (request: Request, bindings?: NodeBindings): Promise<Response> => {
    const { pathname, search } = new URL(request.url);
    if (isControl(pathname)) return app.fetch(request);
    const started = performance.now();
    const cameAt = now();
    const isOfApi = isApi(pathname);
    const { method, headers } = request;
    const read = readToken(services, bearerIn(headers.get("authorization")));
    const member = typeof read === "object" ? read.sub : undefined;
    // JSON bodies of the call, or the fields of its form; undefined for others and for those that were not read.
    let requestBody = isOfApi ? await requestText(request) : undefined;
    let responseBody: string | undefined;
    const noteForm = (fields: Record<string, string>) => (requestBody = JSON.stringify(fields));

    const header = (name: string) => headers.get(name) ?? undefined;
    const record = (status: number) => {
      const entry = calls.add({
        at: iso(now()),
        method,
        // Do not log the id of an attachment: it is the only access control.
        path: pathname.startsWith("/files/") ? "/files/…" : pathname,
        query: isOfApi ? search : "",
        status,
        ms: Math.round(performance.now() - started),
        member,
        requestId: header("x-request-id"),
        traceparent: header("traceparent"),
        requestBody: requestBody === undefined ? undefined : maskedBody(requestBody),
        responseBody: responseBody === undefined ? undefined : maskedBody(responseBody),
        idempotencyKey: header("idempotency-key"),
        isForm: /^multipart/i.test(header("content-type") ?? "") || undefined,
      });
      options.log?.(entry);
    };

    const rule = await faults.take(request, member);
    const carryOut = async () => {
      const { delayMs, contentSet } = services.settings;
      if (delayMs > 0 && isOfApi) await setTimeout(delayMs);
      return respondFrom(contentSet, request, services.origin, async (call) =>
        app.fetch(call, { cameAt, noteForm }),
      );
    };
    try {
      let response = await (rule ? faults.respond(rule, request, carryOut, bindings) : carryOut());
      // Do not read responses that a rule cuts, stalls or makes huge.
      if (isOfApi && rule?.mode === undefined) [response, responseBody] = await responseText(response);
      record(response.status);
      const isOwn = rule === undefined && services.settings.contentSet === "usual";
      const { status } = response;
      if (isOfApi) watch?.noteSaid(response.headers.get("known-fields"));
      if (isOfApi) watch?.look(request, requestBody, isOwn ? { status, text: responseBody } : undefined);
      return response;
    } catch (error) {
      if (error instanceof ConnectionClosed) record(0);
      throw error;
    }
  };

  // Routes such as "GET /api/news/:id", for the comparison with the contract. Leave out middleware ("*").
  // A handler with its own guard is listed twice, so use a set.
  const routes = new Set(
    app.routes.filter(({ path }) => !path.endsWith("*")).map((r) => `${r.method} ${r.path}`),
  );

  return {
    services,
    reset,
    routes: [...routes],
    fetch,
    takeDifferences,
    async close() {
      db.close();
      if (inMemory) await rm(folder, { recursive: true, force: true });
    },
  };
}
