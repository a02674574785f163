import { vi } from "vitest";
import { parsed } from "~/domain/form-fields";
import { type FormActionData, SIGNATURE_FIELD } from "~/domain/form-setup";
import { defineForm, type SiteForm } from "#server/forms/define-form.server";
import { type FormSpec, receiveForm } from "#server/forms/form-spec.server";
import { getSession } from "#server/session/session.server";
import { type Browser, member } from "../session/support";

const anyText = (label: string) => parsed({ label, readValue: (raw) => raw, wrong: "a:never" });
export const fields = {
  title: parsed({ label: "a:title", readValue: (raw) => raw || undefined, wrong: "a:missing" }),
  text: anyText("a:text"),
  password: { ...anyText("a:password"), isSecret: true as const },
  consent: { ...anyText("a:consent"), isNotDrafted: true as const },
};
type Fields = typeof fields;
export type Spec = FormSpec<Fields>;
export type TestForm = SiteForm<Fields>;

let count = 0;
/** Defines a form of its own for each test. */
export function formWith(change: Partial<Spec> = {}) {
  return defineForm<Fields>({
    ...{ name: `form-${(count += 1)}`, fields, who: "visitor" },
    check: ({ title }) => (title !== undefined && title.length < 3 ? { title: "a:short" } : {}),
    ...change,
  });
}

export const good = { title: "Kite", text: "words" };
export const first = member();
export const second = member({ id: 8, firstName: "Umi" });

/** Renders the form for a browser. */
export async function opened(form: TestForm, browser: Browser, path = "/page") {
  const args = browser.request(path);
  const session = await getSession(args);
  const setup = form.open(session, args.request);
  browser.keep(session);
  return setup;
}

/** Sends fields as a browser does. */
export async function sent(browser: Browser, fields: Record<string, string>, path = "/page") {
  const headers = new Headers({ Origin: "http://localhost:3000" });
  if (browser.cookies.size > 0) headers.set("Cookie", browser.cookieHeader);
  const request = new Request(`http://localhost:3000${path}`, {
    ...{ method: "POST", headers, body: new URLSearchParams(fields) },
  });
  return receiveForm({ request, context: {}, params: {} });
}

interface FormResponse {
  status: number;
  data: FormActionData & Record<string, unknown>;
  headers: Headers;
}
async function responseOf(work: Promise<Response>): Promise<FormResponse> {
  const response = await work;
  const isJson = response.headers.get("Content-Type")?.includes("json") ?? false;
  const data = (isJson ? await response.json() : {}) as FormResponse["data"];
  return { status: response.status, data, headers: response.headers };
}

/** Called with the values of each form that did its work. */
export const done = vi.fn();

/** Sends the form and, if it is let through, does the work. */
export async function take(
  form: TestForm,
  browser: Browser,
  fields: Record<string, string>,
  work: Parameters<typeof form.handle>[1] = async (taken) => {
    done(taken.value);
    return taken.done("/next");
  },
): Promise<FormResponse> {
  const submission = await sent(browser, fields);
  const response = await responseOf(form.handle(submission, work));
  const session = await getSession(submission.args);
  browser.keep(session);
  return response;
}
/** Sends the form as its page would, with its signature. */
export async function press(
  form: TestForm,
  browser: Browser,
  fields: Record<string, string> = good,
  work?: Parameters<typeof form.handle>[1],
) {
  const { signature } = await opened(form, browser);
  return take(form, browser, { ...fields, [SIGNATURE_FIELD]: signature }, work);
}
export const messagesOf = async (browser: Browser) =>
  (await (await browser.visit()).takeFlash()).map(({ kind, key }) => `${kind} ${key}`);
export const draftOf = async (form: TestForm, browser: Browser, path?: string) =>
  (await opened(form, browser, path)).draft?.values;
