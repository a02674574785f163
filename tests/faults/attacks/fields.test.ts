/** Submits hostile input in every field of every form of the site. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { SIGNATURE_FIELD } from "../../kit/visitors/form-signatures";
import type { SiteResponse, Client, Sending } from "./client";
import { draw } from "../../kit/data/sample";
import { hostileBodies, hostileNames, hostileValues } from "./hostile-input";
import { crawl, type FormField, formsOf, type PageForm, signatureOf } from "./pages";
import { siteRoutes } from "./routes";
import { Target } from "./site";

/** Limits per request: calls of the API, and bytes of the response's body. */
const MOST_CALLS = 12;
const MOST_BYTES = 512 * 1024;

/** State of a visitor: signed in, or between the steps of a form. */
interface Stage {
  name: string;
  enter: () => Promise<Client>;
  /** Path with status 200 as long as the visitor is in this state. */
  proof?: string;
  /** Paths of the stage's forms, or "everywhere" for a crawl of all pages. */
  at: string[] | "everywhere";
}

interface Attack {
  stage: Stage;
  form: PageForm;
  what: string;
  sending: Sending;
}

let target: Target;
let stages: Stage[];
let starts: string[];

beforeAll(async () => {
  target = await Target.start();
  followLog();
  const member = async () => {
    const balances = { point: 90_000, soria: 90_000, soriaPlus: 90_000 };
    const { client } = await target.member({ balances, history: 5, orders: 2, inquiries: [{}] });
    return client;
  };
  starts = (await siteRoutes())
    .filter(({ hasLoader, params, pattern }) => hasLoader && params.length === 0 && pattern !== "/*")
    .map(({ pattern }) => pattern);
  stages = [
    { name: "guest", enter: async () => target.client(), at: "everywhere" },
    { name: "member", enter: member, proof: "/my-page/tools", at: "everywhere" },
    { name: "sign-up, the code", enter: async () => (await signingUp()).client, at: ["/sign-up"] },
    { name: "sign-up, the details", enter: verified, at: ["/sign-up"] },
    { name: "a reset", enter: resetting, proof: "/change-password", at: ["/change-password"] },
    {
      name: "an order",
      enter: async () => (await ordering(member)).client,
      at: (await ordering(member)).steps,
    },
  ];
});
afterAll(() => target.stop());

let addresses = 0;
async function signingUp(): Promise<{ client: Client; code: string }> {
  const client = target.client();
  const email = `attack-${Date.now()}-${(addresses += 1)}@soria.test`;
  await client.post("/sign-up", { intent: "send-code", email });
  const [mail] = await target.sandbox.mail(email);
  return { client, code: mail?.code ?? "" };
}

async function verified(): Promise<Client> {
  const { client, code } = await signingUp();
  await client.post("/sign-up", { intent: "verify", authCode: code });
  await client.post("/sign-up", { intent: "continue" });
  return client;
}

async function resetting(): Promise<Client> {
  const client = target.client();
  const { email } = await target.sandbox.makeMember();
  await client.post("/find-password", { intent: "send", email });
  const [mail] = await target.sandbox.mail(email);
  const link = new URL(mail?.link ?? "");
  await client.get(link.pathname + link.search);
  return client;
}

/** Returns a member with an order for delivery, filled in up to its confirmation. */
async function ordering(member: () => Promise<Client>): Promise<{ client: Client; steps: string[] }> {
  const client = await member();
  for (let id = 1; id < 40; id += 1) {
    const checkout = `/store/products/${id}/checkout`;
    if (!(await client.get(`/store/products/${id}`)).text.includes(`href="${checkout}`)) continue;
    const { status } = await client.post(checkout, {
      ...{ customerName: "灯", customerPhone: "090 1234 5678", customerEmail: "a@example.com" },
      ...{ shippingName: "灯", shippingPhone: "090 1234 5678", postalCode: "1000001", address: "1-1" },
      ...{ detailedAddress: "3F", paymentMethod: "STRIPE", thirdParty: "on", process: "on" },
    });
    expect(status).toBe(303);
    return { client, steps: [checkout, `${checkout}/confirm`] };
  }
  throw new Error("No item is delivered");
}

/** Fields of requests that only scripts send, or a button of another form (`formaction`). */
const withoutForm: [stage: string, action: string, fields: string[]][] = [
  ["guest", "/sign-in/wallet-message", ["address", "chainId"]],
  ["guest", "/sign-in", ["intent", "address", "signature", "chainId", "redirectTo"]],
  ["guest", "/sign-up", ["intent", "email"]],
  ["guest", "/find-password", ["intent", "email"]],
  ["guest", "/support/inquiry/attachment", ["file", "form"]],
  ["guest", "/language", ["lng", "redirectTo"]],
  ["member", "/store/products/complete/begin", ["purchase"]],
  ["member", "/store/purchases/rebuild", ["redirectTo"]],
  ["member", "/store/products/complete", ["intent", "purchase", "script"]],
  ["member", "/dao/suggestions/19/debates/1/like", ["intent", "answer", "back"]],
  ["member", "/my-page?index", ["intent", "firstName"]],
  ["guest", "/not-found", ["a"]],
];

async function formsAt(stage: Stage, client: Client): Promise<PageForm[]> {
  const pages = stage.at === "everywhere" ? (await crawl(client, starts)).pages : new Map<string, string>();
  if (stage.at !== "everywhere") for (const path of stage.at) pages.set(path, (await client.get(path)).text);
  // Forms of the same kind are attacked once, regardless of their path.
  const forms = new Map<string, PageForm>();
  for (const [path, html] of pages) {
    for (const form of formsOf(html, path)) {
      if (form.method === "post") forms.set(signatureOf(form), form);
    }
  }
  return [...forms.values()];
}

const pair = ({ name, value }: FormField) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`;

const { isDrawn, told } = draw("ATTACKS", 6);

function* attacksOn(stage: Stage, form: PageForm): Iterable<Attack> {
  const [button] = form.buttons.slice(-1);
  const texts = form.fields.filter(({ isFile }) => !isFile);
  const names = [...form.fields, ...(button ? [button] : [])].map(({ name }) => name);
  const rest = (without?: string) =>
    [...texts, ...(button ? [button] : [])].filter(({ name }) => name !== without).map(pair);
  const urlencoded = { "Content-Type": "application/x-www-form-urlencoded" };
  for (const name of names) {
    for (const [what, value] of hostileValues) {
      if (!isDrawn()) continue;
      const body = [...rest(name), `${encodeURIComponent(name)}=${value}`].join("&");
      yield { stage, form, what: `${name}: ${what}`, sending: { headers: urlencoded, body } };
    }
  }
  const [name = "a"] = names;
  for (const [what, pairs] of hostileNames(encodeURIComponent(name))) {
    if (!isDrawn()) continue;
    const body = [...rest(), pairs].join("&");
    yield { stage, form, what: `names: ${what}`, sending: { headers: urlencoded, body } };
  }
  for (const [what, type, body] of hostileBodies(name)) {
    if (!isDrawn()) continue;
    yield { stage, form, what: `body: ${what}`, sending: { headers: { "Content-Type": type }, body } };
  }
}

/** What the site has logged of a request: its own time in ms, without the API's, and the number of calls. */
interface Cost {
  ms: number;
  calls: number;
}
const costs = new Map<string, Cost>();
const waiting: (() => void)[] = [];

/** Reads the site's log as it is written. The line of a request contains its duration and that of its API calls. */
function followLog(): void {
  let rest = "";
  target.running.site.child.stdout?.on("data", (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (!line.includes('"msg":"request"')) continue;
      const {
        requestId,
        ms,
        apiMs = 0,
        apiCalls = 0,
      } = JSON.parse(line) as {
        requestId: string;
        ms: number;
        apiMs?: number;
        apiCalls?: number;
      };
      costs.set(requestId, { ms: Math.max(0, ms - apiMs), calls: apiCalls });
    }
    for (const look of waiting.splice(0)) look();
  });
}

async function costOf({ headers }: SiteResponse): Promise<Cost> {
  const id = String(headers["x-request-id"]);
  for (;;) {
    const cost = costs.get(id);
    if (cost) return cost;
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
}

/** Returns the fault of a response, or undefined. */
function problemOf({ status, headers, cookies, text }: SiteResponse): string | undefined {
  if (status >= 500) return `status ${status}`;
  const { location } = headers;
  if (location !== undefined && (!location.startsWith("/") || /^\/[/\\]/.test(location))) {
    return `leads to ${location}`;
  }
  if (cookies.some((cookie) => /^evil=/.test(cookie)) || headers["x-evil"]) return "splits the head";
  if (!headers["content-type"]?.startsWith("text/html")) return undefined;
  const raw = /<script>alert\(1\)|<svg onload|<img src=x onerror|"onload="alert/.exec(text)?.[0];
  // Data for the app's script is inside a script element, where < is escaped as \u003c.
  if (raw) return `repeats ${raw}`;
  return undefined;
}

it("hostile input in every field of every form", { timeout: 600_000 }, async () => {
  const attacked = new Set<string>();
  const wrong: string[] = [];
  const statuses = new Map<number, number>();
  let [tried, fields, slowest, mostCalls, mostBytes] = [0, 0, 0, 0, 0];

  for (const stage of stages) {
    let client = await stage.enter();
    const pending = await formsAt(stage, client);
    for (const [name, action, names] of withoutForm) {
      if (name !== stage.name) continue;
      const signature = await client.signatureFor(action);
      const listed = [
        ...names.map((field) => [field, ""]),
        ...(signature ? [[SIGNATURE_FIELD, signature]] : []),
      ].map(([field = "", value = ""]) => ({ name: field, value, isFile: false }));
      pending.push({ action, method: "post", fields: listed, buttons: [] });
    }
    for (let form = pending.shift(); form; form = pending.shift()) {
      if (attacked.has(signatureOf(form))) continue;
      attacked.add(signatureOf(form));
      fields += form.fields.length + Math.min(1, form.buttons.length);
      for (const attack of attacksOn(stage, form)) {
        const jar = new Map(client.jar);
        const response = await client.send(form.action, { ...attack.sending, method: "POST" });
        const { ms, calls } = await costOf(response);
        const bytes = Buffer.byteLength(response.text);
        tried += 1;
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
        const problem = problemOf(response);
        if (problem) wrong.push(`${stage.name}, ${form.action}, ${attack.what}: ${problem}`);
        if (calls > MOST_CALLS || bytes > MOST_BYTES)
          wrong.push(`${stage.name}, ${form.action}, ${attack.what}: ${calls} calls, ${bytes} bytes`);
        slowest = Math.max(slowest, ms);
        [mostCalls, mostBytes] = [Math.max(mostCalls, calls), Math.max(mostBytes, bytes)];
        // Forms that only a response shows: the next step, or a confirmation.
        for (const shown of formsOf(response.text, form.action)) {
          if (shown.method === "post" && !attacked.has(signatureOf(shown))) pending.push(shown);
        }
        if (response.cookies.length === 0) continue;
        client.jar.clear();
        for (const [name, value] of jar) client.jar.set(name, value);
        const isThere = stage.proof === undefined || (await client.get(stage.proof)).status === 200;
        if (!isThere) client = await stage.enter();
      }
    }
  }

  const actions = (await siteRoutes()).filter(({ hasAction, pattern }) => hasAction && pattern !== "/*");
  const reached = [...attacked].map((signature) => signature.split(" ")[1] ?? "");
  const missed = actions
    .map(({ pattern, isIndex }) => pattern.replace(/:\w+/g, ":id") + (isIndex ? "?index" : ""))
    .filter((pattern) => !reached.includes(pattern.replace("?index", "")));
  console.log(
    `hostile input (${told}): ${tried} inputs in ${fields} fields of ${attacked.size} forms; ` +
      `at most ${mostCalls} calls, ${mostBytes} bytes, ${slowest.toFixed(1)} ms; ` +
      [...statuses]
        .sort()
        .map(([status, times]) => `${times} × ${status}`)
        .join(", "),
  );
  expect(wrong).toEqual([]);
  expect(missed, "actions whose form was not found").toEqual([]);
  expect((await target.client().get("/")).status).toBe(200);
  expect(target.log).not.toMatch(/"msg":"(?:unexpected|front failed|unhandled rejection)"/);
});
