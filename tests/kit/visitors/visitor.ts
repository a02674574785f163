import type { ActionFunctionArgs, AppLoadContext, LoaderFunctionArgs } from "@remix-run/node";
import { errorResponse } from "#server/web/error-response.server";
import { forms } from "#server/forms/define-form.server";
import {
  applySessionCookie,
  getSession,
  type StoredFlash,
  type SessionData,
} from "#server/session/session.server";
import { formAt, SIGNATURE_FIELD } from "./form-signatures";

const ORIGIN = "http://localhost:3000";

type Handler = (args: LoaderFunctionArgs & ActionFunctionArgs) => unknown;

export interface RouteResponse {
  status: number;
  /** Target of a redirect, without the site's origin. */
  location: string | null;
  headers: Headers;
  // The test knows the type of its loader's data.
  // oxlint-disable-next-line typescript/no-explicit-any
  data: any;
}

/** A visitor of routes without a browser: keeps cookies and calls loaders and actions with real Requests. */
export class Visitor {
  readonly cookies = new Map<string, string>();

  /** @param clientAddress the visitor's IP address, for limits by address */
  constructor(private readonly clientAddress?: string) {}

  async get(loader: Handler, path: string, params: Record<string, string> = {}): Promise<RouteResponse> {
    return this.#ask(loader, new Request(ORIGIN + path, { headers: this.headers() }), params);
  }

  /** Calls a loader as scripts do in a client navigation, for its data alone. */
  async getData(loader: Handler, path: string): Promise<RouteResponse> {
    return this.#ask(loader, new Request(ORIGIN + path, { headers: this.headers() }), {}, true);
  }

  /** Submits a form with the signature that its page would have now, unless the fields include one. */
  async post(
    action: Handler,
    path: string,
    fields: Record<string, string> | FormData,
    params: Record<string, string> = {},
  ): Promise<RouteResponse> {
    const body = fields instanceof FormData ? fields : new URLSearchParams(fields);
    const signature = await this.signatureFor(path, String(body.get("intent") ?? ""));
    if (signature && !body.has(SIGNATURE_FIELD)) {
      body.set(SIGNATURE_FIELD, signature);
      if (path.endsWith("/attachment")) body.set("form", "inquiry");
    }
    const request = new Request(ORIGIN + path, { method: "POST", headers: this.headers(), body });
    return this.#ask(action, request, params);
  }

  /** Returns the signature that the form of this page would have for this visitor now. */
  async signatureFor(path: string, intent = ""): Promise<string | undefined> {
    const { form = "" } = formAt(path, intent) ?? {};
    const request = new Request(ORIGIN + path, { headers: this.headers() });
    return forms.get(form)?.open(await getSession({ request, context: {} }), request).signature;
  }

  /** Returns the current content of the session. */
  async session(): Promise<Readonly<SessionData>> {
    const request = new Request(ORIGIN, { headers: this.headers() });
    return (await getSession({ request, context: {} })).data;
  }

  /** Returns the pending messages for the next page, without removing them. */
  async messages(): Promise<StoredFlash[]> {
    return (await this.session()).flash ?? [];
  }

  /** Returns the current request headers: origin and cookies. */
  headers(): Headers {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    return new Headers({ Origin: ORIGIN, ...(cookie ? { Cookie: cookie } : {}) });
  }

  async #ask(
    handler: Handler,
    request: Request,
    params: Record<string, string>,
    isDataRequest = false,
  ): Promise<RouteResponse> {
    const { clientAddress } = this;
    const context: AppLoadContext = {
      ...(clientAddress !== undefined && { clientAddress }),
      ...(isDataRequest && { isDataRequest }),
    };
    let response: unknown;
    try {
      response = await handler({ request, params, context });
    } catch (thrown) {
      response = thrown instanceof Response ? thrown : errorResponse(thrown, context);
      if (!response) throw thrown;
    }
    if (!(response instanceof Response)) throw new Error("The route did not answer with a Response.");
    const headers = new Headers(response.headers);
    await applySessionCookie(headers, context);
    for (const header of headers.getSetCookie()) {
      const [pair = ""] = header.split(";");
      const at = pair.indexOf("=");
      if (/max-age=0/i.test(header)) this.cookies.delete(pair.slice(0, at));
      else this.cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    const text = await response.text();
    const isJson = headers.get("Content-Type")?.includes("json") && text !== "";
    return {
      status: response.status,
      location: headers.get("Location"),
      headers,
      data: isJson ? JSON.parse(text) : text,
    };
  }
}

/** Returns the errors of a failed form by field. The form's own errors are under "". */
export function errorsOf({ data }: RouteResponse): Record<string, string[]> {
  return (data as { lastResult?: { error?: Record<string, string[]> } }).lastResult?.error ?? {};
}
