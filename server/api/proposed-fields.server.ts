import type { WireCall } from "#server/wire/call";

/** Longest header that is read, in characters. */
const MOST_CHARACTERS = 1000;

type Service = NonNullable<WireCall["service"]> | "product";

/** What each service said with its newest success that it knows. */
const known: Record<Service, ReadonlySet<string>> = { product: new Set(), orders: new Set() };

/** Stores the header `Known-Fields` of a success (docs/contract/money.md M9.8). Without the header nothing is known. */
export function noteKnown(service: Service, header: string | undefined): void {
  const names = (header ?? "").slice(0, MOST_CHARACTERS).split(",");
  known[service] = new Set(names.map((name) => name.trim()).filter((name) => name !== ""));
}

/** Returns a JSON value without the fields of these names, at any depth. */
function withoutFields(value: unknown, names: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutFields(one, names));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) =>
      names.has(name) ? [] : [[name, withoutFields(one, names)]],
    ),
  );
}

/** Returns what a call sends without the proposed fields and values that its service has not said that it knows. */
export function withoutUnknown<Sent extends { json?: unknown; query?: Record<string, unknown> | undefined }>(
  wire: WireCall,
  sent: Sent,
): Sent {
  const { proposed = [] } = wire;
  const service: Service = wire.service ?? "product";
  const unknown = new Set(proposed.filter((name) => !known[service].has(name)));
  if (unknown.size === 0) return sent;
  const query = Object.entries(sent.query ?? {}).filter(
    ([name, value]) => !unknown.has(`${name}=${String(value)}`),
  );
  return {
    ...sent,
    ...(sent.json !== undefined && { json: withoutFields(sent.json, unknown) }),
    ...(sent.query && { query: Object.fromEntries(query) }),
  };
}
