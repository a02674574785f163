import { Agent, type IncomingHttpHeaders, request as httpRequest } from "node:http";

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  /** The Set-Cookie headers. */
  cookies: string[];
  text: string;
}

export interface Sending {
  method?: string;
  /** Undefined takes a header that would be sent away. */
  headers?: Record<string, string | undefined>;
  body?: string | Buffer;
  /** Whether the site's own Origin goes with a POST (a browser sends it); default: true. */
  own?: boolean;
}

/**
 * Somebody who speaks HTTP by hand: request targets and headers go out as they are given, which `fetch` would
 * mend or refuse. Keeps cookies, follows no redirect.
 */
export class Client {
  readonly jar = new Map<string, string>();
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 4 });

  constructor(
    readonly origin: string,
    /** Goes with every request; a site behind a proxy hears its public name. */
    readonly fixed: Record<string, string> = {},
  ) {}

  get cookie(): string {
    return [...this.jar].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  get(path: string, headers: Sending["headers"] = {}): Promise<Answer> {
    return this.send(path, { headers });
  }

  /** A form of the site's own, urlencoded. */
  post(path: string, body: string | Record<string, string>, headers: Sending["headers"] = {}) {
    const text = typeof body === "string" ? body : new URLSearchParams(body).toString();
    return this.send(path, {
      method: "POST",
      body: text,
      headers: { "Content-Type": "application/x-www-form-urlencoded", ...headers },
    });
  }

  send(path: string, { method = "GET", headers = {}, body, own = true }: Sending = {}): Promise<Answer> {
    const { hostname, port } = new URL(this.origin);
    const all: Record<string, string | undefined> = {
      Accept: "text/html",
      Cookie: this.cookie || undefined,
      ...(method === "POST" && own ? { Origin: this.origin } : {}),
      ...(body === undefined ? {} : { "Content-Length": String(Buffer.byteLength(body)) }),
      ...this.fixed,
      ...headers,
    };
    const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
    return new Promise((resolve, reject) => {
      const call = httpRequest(
        { hostname, port, path, method, headers: sent as Record<string, string>, agent: this.#agent },
        (response) => {
          const parts: Buffer[] = [];
          response.on("data", (part: Buffer) => parts.push(part));
          response.once("error", reject);
          response.once("end", () => {
            const cookies = response.headers["set-cookie"] ?? [];
            for (const cookie of cookies) this.#keep(cookie);
            const text = Buffer.concat(parts).toString();
            resolve({ status: response.statusCode ?? 0, headers: response.headers, cookies, text });
          });
        },
      );
      call.once("error", reject);
      call.end(body);
    });
  }

  async signIn(email: string, password = "Soria-2024!"): Promise<Answer> {
    const answer = await this.post("/sign-in", { intent: "sign-in", email, password });
    if (answer.status !== 303) throw new Error(`sign-in answered ${answer.status}`);
    return answer;
  }

  close(): void {
    this.#agent.destroy();
  }

  #keep(header: string): void {
    const [pair = ""] = header.split(";");
    const at = pair.indexOf("=");
    if (/max-age=0/i.test(header)) this.jar.delete(pair.slice(0, at));
    else this.jar.set(pair.slice(0, at), pair.slice(at + 1));
  }
}
