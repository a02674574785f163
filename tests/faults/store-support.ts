import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { SIGNATURE_FIELD } from "~/domain/form-setup";
import { signForm, memberHash } from "#server/forms/form-signature.server";
import { freePort } from "../kit/programs/redis-server";
import { runProgram, type Running } from "../kit/programs/site";

/** Faults of one API call. "after": the API executes the call, but the site gets no response. */
export const faultKinds = [
  "error",
  "error-after",
  "closed",
  "lost-answer",
  "timeout",
  "timeout-after",
  "kill",
  "kill-after",
  "error-three-times",
] as const;
export type FaultKind = (typeof faultKinds)[number];

interface Plan {
  path: string;
  kind: FaultKind;
  left: number;
  kill: () => void;
}

/** Request headers that the API reads. */
const forwarded = ["authorization", "content-type", "accept-language", "idempotency-key", "x-request-id"];

/** Proxy between the sites and the sandbox, which applies the planned fault to a member's next call. */
export class FaultyWire {
  readonly #plans = new Map<string, Plan>();
  #server: Server | undefined;

  constructor(readonly target: string) {}

  async start(): Promise<string> {
    this.#server = createServer((request, response) => void this.#handle(request, response));
    await new Promise<void>((resolve) => this.#server?.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server?.closeAllConnections();
    this.#server?.close();
  }

  plan(member: number, path: string, kind: FaultKind, kill: () => void): void {
    this.#plans.set(String(member), { path, kind, kill, left: kind === "error-three-times" ? 3 : 1 });
  }

  calm(member: number): void {
    this.#plans.delete(String(member));
  }

  /** Returns the plan for a call, and counts it down. */
  #take(request: IncomingMessage): Plan | undefined {
    const payload = /^Bearer [^.]+\.([^.]+)\./.exec(request.headers.authorization ?? "")?.[1];
    if (!payload) return undefined;
    const { sub } = JSON.parse(Buffer.from(payload, "base64url").toString()) as { sub?: string };
    const plan = this.#plans.get(String(sub));
    if (!plan || plan.left === 0 || !request.url?.startsWith(plan.path)) return undefined;
    plan.left -= 1;
    return plan;
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const plan = this.#take(request);
    const forward = () =>
      fetch(this.target + request.url, {
        method: request.method ?? "GET",
        headers: Object.fromEntries(
          forwarded.flatMap((name) => (request.headers[name] ? [[name, String(request.headers[name])]] : [])),
        ),
        body: chunks.length > 0 ? Buffer.concat(chunks) : null,
      });
    if (plan?.kind.endsWith("-after") || plan?.kind === "lost-answer") await (await forward()).text();
    switch (plan?.kind) {
      case "error":
      case "error-after":
      case "error-three-times":
        response.writeHead(500).end("{}");
        return;
      case "closed":
      case "lost-answer":
        request.socket.destroy();
        return;
      case "timeout":
      case "timeout-after":
        return;
      case "kill":
      case "kill-after":
        plan.kill();
        return;
      case undefined: {
        const forwarded = await forward();
        const body = Buffer.from(await forwarded.arrayBuffer());
        response.writeHead(forwarded.status, { "Content-Type": forwarded.headers.get("content-type") ?? "" });
        response.end(body);
      }
    }
  }
}

/** A site process that is restarted after each kill. */
export class ImmortalSite {
  #running: Promise<Running>;
  kills = 0;
  deploys = 0;

  private constructor(
    readonly port: number,
    readonly env: Record<string, string>,
  ) {
    this.#running = this.#run();
  }

  static async start(env: Record<string, string>): Promise<ImmortalSite> {
    const port = await freePort();
    const site = new ImmortalSite(port, { ...env, PORT: String(port) });
    await site.ready();
    return site;
  }

  get origin(): string {
    return `http://localhost:${this.port}`;
  }

  #run(): Promise<Running> {
    return runProgram("site", this.port, this.env, "/healthz");
  }

  async ready(): Promise<void> {
    await this.#running;
  }

  /** Kills the process (SIGKILL), and starts a new one on the same port. */
  kill(): void {
    this.kills += 1;
    this.#running = this.#running.then(async (running) => {
      await running.stop("SIGKILL");
      return this.#run();
    });
  }

  /** Deploys: the process drains and exits, and a new one uses its port. */
  async deploy(): Promise<void> {
    this.deploys += 1;
    this.#running = this.#running.then(async (running) => {
      await running.stop("SIGTERM");
      return this.#run();
    });
    await this.#running;
  }

  async stop(): Promise<void> {
    await (await this.#running).stop("SIGKILL");
  }
}

export interface SiteResponse {
  status: number;
  /** Target of a redirect. */
  location: string | undefined;
  data: unknown;
}

const signedForms: Record<string, { name: string; fields: readonly string[] }> = {
  "routes/store/product/route": { name: "buy", fields: ["quantity", "paymentType", "confirm"] },
  "routes/store/complete/route": { name: "purchase", fields: [] },
};

/** HTTP client of a member's browser. A response of `undefined` means that the connection broke. */
export class ShopperClient {
  readonly #cookies = new Map<string, string>();
  /** The process that currently serves this member. */
  home: ImmortalSite;

  constructor(
    readonly id: number,
    readonly sites: readonly ImmortalSite[],
  ) {
    this.home = sites[id % sites.length] as ImmortalSite;
  }

  async signIn(email: string, password: string): Promise<void> {
    const response = await this.post("/sign-in", "routes/account/sign-in/route", { email, password });
    if (response?.location === undefined) throw new Error(`no sign-in: ${JSON.stringify(response)}`);
  }

  /** Submits a form. Store forms get a signature, which this process creates with the sites' secret. */
  post(path: string, route: string, fields: Record<string, string>): Promise<SiteResponse | undefined> {
    const body = new URLSearchParams(fields);
    const form = signedForms[route];
    if (form) body.set(SIGNATURE_FIELD, signForm(form, memberHash({ id: this.id })));
    return this.#ask(path, route, body);
  }

  get(path: string, route: string): Promise<SiteResponse | undefined> {
    return this.#ask(path, route);
  }

  /** Repeats the request until the site responds with another status than 503. */
  async insist(ask: () => Promise<SiteResponse | undefined>): Promise<SiteResponse> {
    for (;;) {
      await this.home.ready();
      const response = await ask();
      if (response && response.status !== 503) return response;
      await pause(100);
    }
  }

  async #ask(path: string, route: string, body?: URLSearchParams): Promise<SiteResponse | undefined> {
    const url = new URL(path, this.home.origin);
    url.searchParams.set("_data", route);
    try {
      const response = await fetch(url, {
        method: body ? "POST" : "GET",
        headers: {
          Cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; "),
          Origin: this.home.origin,
        },
        redirect: "manual",
        ...(body && { body }),
      });
      for (const header of response.headers.getSetCookie()) {
        const [name = "", value = ""] = (header.split(";")[0] ?? "").split(/=(.*)/s);
        this.#cookies.set(name, value);
      }
      const text = await response.text();
      return {
        status: response.status,
        location: response.headers.get("X-Remix-Redirect") ?? response.headers.get("Location") ?? undefined,
        data: text.startsWith("{") ? JSON.parse(text) : text,
      };
    } catch {
      // The process was killed during this request.
      return undefined;
    }
  }
}
