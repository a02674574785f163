import { formAt, SIGNATURE_FIELD, signatureIn } from "./form-signatures";

/** A member of the running site without a browser: plain requests with a cookie jar. */
export class HttpMember {
  readonly #cookies = new Map<string, string>();
  readonly #signatures = new Map<string, string>();
  /** All responses with their headers, for tests that check what they must not contain. */
  received = "";

  constructor(readonly origin: string) {}

  get cookieHeader(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  async request(
    path: string,
    init: RequestInit = {},
  ): Promise<{ status: number; text: string; headers: Headers }> {
    const headers = new Headers(init.headers);
    if (this.#cookies.size > 0) headers.set("Cookie", this.cookieHeader);
    if (init.method === "POST") headers.set("Origin", this.origin);
    const response = await fetch(this.origin + path, { ...init, headers, redirect: "manual" });
    for (const header of response.headers.getSetCookie()) {
      const [pair = ""] = header.split(";");
      const at = pair.indexOf("=");
      if (/max-age=0/i.test(header)) this.#cookies.delete(pair.slice(0, at));
      else this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    const text = await response.text();
    this.received += `${[...response.headers].join("\n")}\n${text}\n`;
    return { status: response.status, text, headers: response.headers };
  }

  /** Submits a form with the signature from its page, unless the fields include one. */
  async post(path: string, fields: Record<string, string>) {
    const signature =
      SIGNATURE_FIELD in fields
        ? undefined
        : await this.signatureFor(path, fields["intent"], fields["purchase"]);
    const body = new URLSearchParams({ ...fields, ...(signature ? { [SIGNATURE_FIELD]: signature } : {}) });
    return this.request(path, { method: "POST", body });
  }

  /** Returns the signature of the form that posts to a path. Reads it from the form's page and caches it. */
  async signatureFor(path: string, intent?: string, purchase?: string): Promise<string | undefined> {
    const at = formAt(path, intent, purchase);
    if (!at) return undefined;
    const place = `${at.form} ${at.page}`;
    const known = this.#signatures.get(place);
    if (known) return known;
    const signature = signatureIn((await this.request(at.page)).text, at.form);
    if (signature) this.#signatures.set(place, signature);
    return signature;
  }

  async signIn(email: string, password = "Soria-2024!"): Promise<void> {
    const { status, text } = await this.post("/sign-in", { intent: "sign-in", email, password });
    if (status !== 303) throw new Error(`sign-in answered ${status}: ${text.slice(0, 500)}`);
  }
}
