/** Maps each form of the desk to its JSON call. The desk has no function that the JSON API lacks. */

type Fields = Record<string, string>;
type Json = Record<string, unknown>;

export type PagePath =
  | "/"
  | "/desk/members/:id"
  | "/desk/scenarios"
  | "/desk/rules"
  | "/desk/calls"
  | "/desk/calls/:id"
  | "/desk/settings";

interface Control {
  /** Path of the form below /desk. */
  form: string;
  /** Method and path of the JSON call. Both paths use the same parameter names. */
  call: string;
  /** Builds the body of the call from the non-empty fields. `now` has the current settings. */
  body?: (fields: Fields, now: Json) => unknown;
  /** Page that contains the form. The browser returns to it unless `next` is set. */
  page: PagePath;
  /** Returns the path of the next page, from the response of the call. */
  next?: (answer: Json) => string;
  /** Key of the success message in `done` of texts.json. */
  done: string;
}

const number = (text: string | undefined) => (text === undefined ? undefined : Number(text));
const balances = ({ soria, soriaPlus, point }: Fields) => ({
  soria: number(soria),
  soriaPlus: number(soriaPlus),
  point: number(point),
});
/** Converts the value of a `datetime-local` field, which is labelled as UTC. */
const moment = (text: string | undefined) => (text === undefined ? undefined : `${text}Z`);

/** Builds the body of a member change from the pressed button (`do`); the default button changes the balances. */
function memberBody(fields: Fields): Json {
  switch (fields["do"]) {
    case "lock":
    case "unlock":
      return { locked: fields["do"] === "lock" };
    case "suspend":
      return { suspendedUntil: moment(fields["until"]), suspensionReason: fields["reason"] };
    case "lift":
      return { suspendedUntil: null };
    case "delete":
      return { deletionAt: moment(fields["deleteAt"]) };
    case "keep-account":
      return { deletionAt: null };
    case "pass":
      return { pass: fields["pass"] };
    default:
      return { balances: balances(fields) };
  }
}

/** Builds the settings from a form. A missing checkbox is off; other fields take the type of the current setting. */
function settingsBody(fields: Fields, now: Json): Json {
  return Object.fromEntries(
    Object.entries(now).map(([name, value]) => {
      const text = fields[name];
      if (typeof value === "boolean") return [name, text !== undefined];
      return [name, typeof value === "number" && text !== undefined ? Number(text) : text];
    }),
  );
}

const member = "/desk/members/:id";
const scenarios = "/desk/scenarios";
const rules = "/desk/rules";
const settings = "/desk/settings";

export const CONTROLS: Control[] = [
  {
    form: "/members",
    call: "POST /__members",
    body: ({ soria, soriaPlus, point, history, orders, ...rest }) => ({
      ...rest,
      history: number(history),
      orders: number(orders),
      balances: balances({
        ...(soria && { soria }),
        ...(soriaPlus && { soriaPlus }),
        ...(point && { point }),
      }),
    }),
    page: "/",
    next: ({ id }) => `/desk/members/${String(id)}`,
    done: "member-made",
  },
  {
    form: "/members/:id",
    call: "PATCH /__members/:id",
    body: memberBody,
    page: member,
    done: "member-changed",
  },
  {
    form: "/members/:id/orders",
    call: "POST /__members/:id/orders",
    body: ({ count }) => ({ count: number(count) }),
    page: member,
    done: "orders-added",
  },
  {
    form: "/members/:id/orders/:number",
    call: "PATCH /__orders/:number",
    body: ({ status }) => ({ status }),
    page: member,
    done: "order-changed",
  },
  {
    form: "/members/:id/refunds",
    call: "POST /__refunds",
    body: ({ transactionId, amount }) => ({ transactionId, amount: number(amount) }),
    page: member,
    done: "refunded",
  },
  {
    form: "/scenarios/:name",
    call: "POST /__scenarios/:name",
    body: ({ member }) => ({ member }),
    page: scenarios,
    done: "played",
  },
  { form: "/scenarios/:name/undo", call: "DELETE /__scenarios/:name", page: scenarios, done: "undone" },
  { form: "/scenarios", call: "DELETE /__scenarios", page: scenarios, done: "all-undone" },
  {
    form: "/rules",
    call: "POST /__faults",
    body: ({ status, delayMs, times, after, ...rest }) => ({
      ...rest,
      status: number(status),
      delayMs: number(delayMs),
      times: number(times),
      after: after !== undefined,
    }),
    page: rules,
    done: "rule-added",
  },
  { form: "/rules/clear", call: "PUT /__faults", body: () => [], page: rules, done: "rules-cleared" },
  { form: "/rules/:id/remove", call: "DELETE /__faults/:id", page: rules, done: "rule-removed" },
  { form: "/calls", call: "DELETE /__calls", page: "/desk/calls", done: "calls-cleared" },
  {
    form: "/calls/:id/replay",
    call: "POST /__calls/:id/replay",
    page: "/desk/calls/:id",
    next: ({ id }) => `/desk/calls/${String(id)}`,
    done: "replayed",
  },
  { form: "/settings", call: "PUT /__settings", body: settingsBody, page: settings, done: "settings-kept" },
  { form: "/settings/defaults", call: "DELETE /__settings", page: settings, done: "settings-default" },
  { form: "/settings/keys", call: "DELETE /__keys", page: settings, done: "keys-lost" },
  { form: "/reset", call: "POST /__reset", page: "/", done: "reset" },
];

/**
 * The "Sign in as" form. Its handler in index.ts signs in at the site (sign-in.ts) instead of making this JSON call.
 */
export const SIGN_IN = { form: "/members/:id/sign-in", call: "POST /__members/:id/sign-in" };

/** @throws RangeError for an unknown form */
export function callOf(action: string): string {
  const steps = action.replace(/^\/desk/, "").split("/");
  const found = [...CONTROLS, SIGN_IN].find(({ form }) => {
    const wanted = form.split("/");
    return (
      wanted.length === steps.length &&
      wanted.every((step, i) => (step.startsWith(":") ? !!steps[i] : step === steps[i]))
    );
  });
  if (!found) throw new RangeError(`No control of the desk has the form ${action}`);
  return found.call;
}
