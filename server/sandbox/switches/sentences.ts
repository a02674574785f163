import type { FaultRule } from "./faults";

const MODES: Record<NonNullable<FaultRule["mode"]>, string> = {
  stall: "never answers",
  "stall-body": "sends half of the response and stops",
  drip: "sends the response one byte a second",
  truncate: "cuts the response in the middle",
  close: "closes the connection without a response",
  redirect: "redirects elsewhere",
  html: "answers with an HTML error page",
  huge: "answers with 50 MB of JSON",
};

const shortened = (value: unknown) => {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > 90 ? `${text.slice(0, 89)}…` : text;
};

/** Describes a rule as one English sentence, for the desk and `GET /__faults`. */
export function sentenceOf(rule: FaultRule): string {
  const which = rule.method ? `Every ${rule.method.toUpperCase()} request` : "Every request";
  const where = rule.path === "/" && !rule.exact ? "" : ` to ${rule.path}${rule.exact ? "" : "…"}`;
  const who =
    (rule.member === undefined ? "" : ` of member ${rule.member}`) +
    (rule.email === undefined ? "" : ` with ${rule.email} in its body`);
  const { price, status, body } = rule;
  const cost = price && [price.amount === undefined ? "" : (price.amount / 100).toFixed(2), price.currency];
  const replaced =
    status === undefined && body === undefined
      ? ""
      : `answers ${status ?? 200}${body === undefined ? "" : ` with ${shortened(body)}`}`;
  const does = [
    price && `changes product ${price.item} to ${cost?.filter(Boolean).join(" ")} ${price.when} its work`,
    rule.after && "does its work first",
    rule.delayMs && `waits ${rule.delayMs.toLocaleString("en")} ms`,
    replaced,
    rule.mode && MODES[rule.mode],
    ...Object.entries(rule.set ?? {}).map(([path, value]) => `sets ${path} to ${shortened(value)}`),
    ...(rule.unset ?? []).map((path) => `leaves out ${path}`),
    ...Object.entries(rule.headers ?? {}).map(([name, value]) => `sends ${name}: ${value}`),
  ].filter(Boolean);
  const howOften =
    rule.times === undefined ? "until removed" : rule.times === 1 ? "once" : `${rule.times} more times`;
  return `${which}${where}${who} ${does.join(", then ") || "is answered as usual"}; ${howOften}.`;
}
