/** Maps each form of the desk to its JSON call. The desk has no function that the JSON API lacks. */

type Json = Record<string, unknown>;
type Fields = Record<string, string | number | undefined>;

interface Control {
  /** Path of the form below /desk. */
  form: string;
  /** Method and path of the JSON call. Both paths use the same parameter names. */
  call: string;
  /** Builds the body of the call from the non-empty fields; by default these. `now` has the current settings. */
  body?: (fields: Fields, now: Json) => unknown;
  /** Returns the path of the next page, from the response of the call; by default the page of the form. */
  next?: (response: Json) => string;
  /** Key of the success message in texts.json. */
  done: string;
}

const NUMBERS = /^(?:soria|soriaPlus|point|history|orders|count|amount|status|times|\w+(?:Ms|Seconds))$/;

/** Converts the values of number fields. Values that are no numbers stay, and the JSON call refuses them. */
export const withNumbers = (fields: Record<string, string>): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, text]) => [
      name,
      NUMBERS.test(name) && !Number.isNaN(Number(text)) ? Number(text) : text,
    ]),
  );

/** Converts the value of a `datetime-local` field, which is labelled as UTC. */
const moment = (text: Fields[string]) => text && `${text}Z`;

/** Bodies of a member change, by the pressed button (`do`). */
const MEMBER_BODIES: Record<string, (fields: Fields) => Json> = {
  balances: ({ soria, soriaPlus, point }) => ({ balances: { soria, soriaPlus, point } }),
  lock: () => ({ locked: true }),
  unlock: () => ({ locked: false }),
  suspend: ({ until, reason }) => ({ suspendedUntil: moment(until), suspensionReason: reason }),
  lift: () => ({ suspendedUntil: null }),
  delete: ({ deleteAt }) => ({ deletionAt: moment(deleteAt) }),
  "keep-account": () => ({ deletionAt: null }),
  pass: ({ pass }) => ({ pass }),
};

/** Builds the settings from a form. A missing checkbox is off. */
function settingsBody(fields: Fields, now: Json): Json {
  const checkboxes = Object.keys(now).filter((name) => typeof now[name] === "boolean");
  return { ...fields, ...Object.fromEntries(checkboxes.map((name) => [name, name in fields])) };
}

export const CONTROLS: Control[] = [
  {
    form: "/members",
    call: "POST /__members",
    body: ({ soria, soriaPlus, point, ...rest }) => ({ ...rest, balances: { soria, soriaPlus, point } }),
    next: ({ id }) => `/desk/members/${String(id)}`,
    done: "member-made",
  },
  {
    form: "/members/:id",
    call: "PATCH /__members/:id",
    body: (fields) => MEMBER_BODIES[String(fields.do)]?.(fields) ?? fields,
    done: "member-changed",
  },
  { form: "/members/:id/orders", call: "POST /__members/:id/orders", done: "orders-added" },
  { form: "/members/:id/orders/:number", call: "PATCH /__orders/:number", done: "order-changed" },
  { form: "/members/:id/refunds", call: "POST /__refunds", done: "refunded" },
  { form: "/scenarios/:name", call: "POST /__scenarios/:name", done: "played" },
  { form: "/scenarios/:name/undo", call: "DELETE /__scenarios/:name", done: "undone" },
  { form: "/scenarios", call: "DELETE /__scenarios", done: "all-undone" },
  {
    form: "/rules",
    call: "POST /__faults",
    body: (fields) => ({ ...fields, after: "after" in fields }),
    done: "rule-added",
  },
  { form: "/rules/clear", call: "PUT /__faults", body: () => [], done: "rules-cleared" },
  { form: "/rules/:id/remove", call: "DELETE /__faults/:id", done: "rule-removed" },
  { form: "/calls", call: "DELETE /__calls", done: "calls-cleared" },
  {
    form: "/calls/:id/replay",
    call: "POST /__calls/:id/replay",
    next: ({ id }) => `/desk/calls/${String(id)}`,
    done: "replayed",
  },
  { form: "/settings", call: "PUT /__settings", body: settingsBody, done: "settings-kept" },
  { form: "/settings/defaults", call: "DELETE /__settings", done: "settings-default" },
  { form: "/settings/keys", call: "DELETE /__keys", done: "keys-lost" },
  { form: "/reset", call: "POST /__reset", done: "reset" },
];

/** The "Sign in as" form. Its handler signs in at the site (`signInAtSite`) instead of making this JSON call. */
export const SIGN_IN = { form: "/members/:id/sign-in", call: "POST /__members/:id/sign-in" };

/** @throws RangeError for an unknown form */
export function callOf(action: string): string {
  const found = [...CONTROLS, SIGN_IN].find(({ form }) =>
    new RegExp(`^/desk${form.replace(/:\w+/g, "[^/]+")}$`).test(action),
  );
  if (!found) throw new RangeError(`No control of the desk has the form ${action}`);
  return found.call;
}
