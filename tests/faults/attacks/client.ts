import { Agent, type IncomingHttpHeaders, request as httpRequest } from "node:http";
import { formAt, SIGNATURE_FIELD, signatureIn } from "../../kit/visitors/form-signatures";

export interface SiteResponse {
  status: number;
  headers: IncomingHttpHeaders;
  /** Values of the Set-Cookie headers. */
  cookies: string[];
  text: string;
}

export interface Sending {
  method?: string;
  /** `undefined` omits a default header. */
  headers?: Record<string, string | undefined>;
  body?: string | Buffer;
  /** Adds the site's Origin to a POST, as browsers do. Default: true. */
  own?: boolean;
}

/** PNG of one pixel, in base64. */
const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGD4DwABBAEAX+XDSwAAAABJRU5ErkJggg==";

/**
 * Low-level HTTP client: sends request targets and headers unchanged, which `fetch` would correct or reject. Keeps
 * cookies and follows no redirects.
 */
export class Client {
  readonly jar = new Map<string, string>();
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 4 });

  constructor(
    readonly origin: string,
    /** Headers of every request, such as the public host name of a site behind a proxy. */
    readonly fixed: Record<string, string> = {},
  ) {}

  get cookie(): string {
    return [...this.jar].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  get(path: string, headers: Sending["headers"] = {}): Promise<SiteResponse> {
    return this.send(path, { headers });
  }

  /** Submits an urlencoded form. Fields given as an object get the signature from the form's page. */
  async post(path: string, body: string | Record<string, string>, headers: Sending["headers"] = {}) {
    const text = typeof body === "string" ? body : await this.#stamped(path, body);
    return this.send(path, {
      method: "POST",
      body: text,
      headers: { "Content-Type": "application/x-www-form-urlencoded", ...headers },
    });
  }

  send(
    path: string,
    { method = "GET", headers = {}, body, own = true }: Sending = {},
  ): Promise<SiteResponse> {
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

  async signIn(email: string, password = "Soria-2024!"): Promise<SiteResponse> {
    const response = await this.post("/sign-in", { intent: "sign-in", email, password });
    if (response.status !== 303) throw new Error(`sign-in answered ${response.status}`);
    return response;
  }

  /**
   * Uploads a picture before the inquiry form is submitted, as its script does.
   * @returns the picture's id
   */
  async attach(headers: Sending["headers"] = {}): Promise<string> {
    const path = "/support/inquiry/attachment";
    const fields = { form: "inquiry", [SIGNATURE_FIELD]: (await this.signatureFor(path)) ?? "" };
    const head = (name: string) => `--b\r\nContent-Disposition: form-data; name="${name}"`;
    const texts = Object.entries(fields).map(([name, value]) => `${head(name)}\r\n\r\n${value}\r\n`);
    const { status, text } = await this.send(path, {
      method: "POST",
      headers: { "Content-Type": "multipart/form-data; boundary=b", ...headers },
      body: Buffer.concat([
        Buffer.from(`${texts.join("")}${head("file")}; filename="a.png"\r\n\r\n`),
        Buffer.from(PNG, "base64"),
        Buffer.from("\r\n--b--\r\n"),
      ]),
    });
    if (status !== 200) throw new Error(`the picture was answered ${status}: ${text.slice(0, 200)}`);
    return (JSON.parse(text) as { attachment: { id: string } }).attachment.id;
  }

  close(): void {
    this.#agent.destroy();
  }

  /** Returns the signature of the form that posts to a path, read from its page; undefined if it has none. */
  async signatureFor(path: string, intent?: string, purchase?: string): Promise<string | undefined> {
    const at = formAt(path, intent, purchase);
    return at && signatureIn((await this.get(at.page)).text, at.form);
  }

  async #stamped(path: string, fields: Record<string, string>): Promise<string> {
    const signature =
      SIGNATURE_FIELD in fields
        ? undefined
        : await this.signatureFor(path, fields["intent"], fields["purchase"]);
    return new URLSearchParams({
      ...fields,
      ...(signature ? { [SIGNATURE_FIELD]: signature } : {}),
    }).toString();
  }

  #keep(header: string): void {
    const [pair = ""] = header.split(";");
    const at = pair.indexOf("=");
    if (/max-age=0/i.test(header)) this.jar.delete(pair.slice(0, at));
    else this.jar.set(pair.slice(0, at), pair.slice(at + 1));
  }
}
