/** A trace collector for tests: takes OTLP over HTTP with JSON. */
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";

type WireValue = { stringValue?: string; intValue?: number; boolValue?: boolean; doubleValue?: number };
type WireAttributes = { key: string; value: WireValue }[];

interface WireSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: WireAttributes;
  events?: { name: string; attributes: WireAttributes }[];
  links?: { traceId: string; spanId: string }[];
  status?: { code?: number };
}

export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  name: string;
  kind: "internal" | "server" | "client";
  /** In ms since 1970, with fractions. */
  start: number;
  end: number;
  attributes: Record<string, string | number | boolean | undefined>;
  events: { name: string; attributes: ReceivedSpan["attributes"] }[];
  links: { traceId: string; spanId: string }[];
  failed: boolean;
}

const kinds: Record<number, ReceivedSpan["kind"] | undefined> = { 1: "internal", 2: "server", 3: "client" };

const read = (attributes: WireAttributes): ReceivedSpan["attributes"] =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

function spanOf(span: WireSpan): ReceivedSpan {
  const kind = kinds[span.kind];
  if (!kind) throw new Error(`span kind ${span.kind}`);
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    parentSpanId: span.parentSpanId,
    name: span.name,
    kind,
    start: Number(span.startTimeUnixNano) / 1e6,
    end: Number(span.endTimeUnixNano) / 1e6,
    attributes: read(span.attributes),
    events: (span.events ?? []).map(({ name, attributes }) => ({ name, attributes: read(attributes) })),
    links: span.links ?? [],
    failed: span.status?.code === 2,
  };
}

/** The collector. `isHanging` takes requests and never responds. */
export class TraceReceiver {
  readonly spans: ReceivedSpan[] = [];
  /** Everything that it was sent. */
  raw = "";
  headers: IncomingHttpHeaders = {};
  resource: ReceivedSpan["attributes"] = {};
  requests = 0;
  readonly #server: Server;

  private constructor(isHanging: boolean) {
    this.#server = createServer((request, response) => {
      void (async () => {
        this.requests += 1;
        const chunks: Buffer[] = [];
        for await (const chunk of request) chunks.push(chunk as Buffer);
        if (isHanging) return;
        this.headers = request.headers;
        if (request.url !== "/v1/traces" || request.method !== "POST") return response.writeHead(404).end();
        this.#take(Buffer.concat(chunks).toString());
        response.writeHead(200, { "Content-Type": "application/json" }).end("{}");
      })();
    });
  }

  static async start({ isHanging = false } = {}): Promise<TraceReceiver> {
    const receiver = new TraceReceiver(isHanging);
    receiver.#server.listen(0, "127.0.0.1");
    await once(receiver.#server, "listening");
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #take(text: string): void {
    this.raw += text;
    const { resourceSpans } = JSON.parse(text) as {
      resourceSpans: { resource: { attributes: WireAttributes }; scopeSpans: { spans: WireSpan[] }[] }[];
    };
    for (const { resource, scopeSpans } of resourceSpans) {
      this.resource = read(resource.attributes);
      this.spans.push(...scopeSpans.flatMap(({ spans }) => spans.map(spanOf)));
    }
  }

  /** Returns the spans of a trace, in the order of their starts. */
  trace(traceId: string): ReceivedSpan[] {
    return this.spans.filter((span) => span.traceId === traceId).sort((a, b) => a.start - b.start);
  }
}
