import { singleton } from "./singleton";

/** Values of a span. Never a token, an e-mail address, an IP address, a body or a value of a query. */
export type SpanAttributes = Record<string, string | number | boolean>;

interface SpanStart {
  name: string;
  /** For a request to another service. */
  kind?: "client";
  attributes?: SpanAttributes;
}

interface RequestStart {
  name: string;
  attributes: SpanAttributes;
  /** Headers of the request, which may contain a `traceparent`. */
  headers: Record<string, string | string[] | undefined>;
  /** Whether a trusted proxy controls the `traceparent`; otherwise the span only links to it. */
  isTrusted: boolean;
}

export interface OpenSpan {
  /** W3C headers (`traceparent`) for a request that this span covers. */
  readonly headers: Readonly<Record<string, string>>;
  readonly traceId: string;
  set(attributes: SpanAttributes): void;
  event(name: string, attributes?: SpanAttributes): void;
  /** Marks the span as failed. `type` is one of a small set, such as the kind of an error. */
  fail(type: string): void;
  end(): void;
}

/** Records traces (observe/otel-tracer.server.ts). */
export interface Tracer {
  /** Starts the span of a visitor's request and runs `work` in its context. The caller ends the span. */
  request(start: RequestStart, work: (span: OpenSpan) => void): void;
  /** Runs `work` in a span that ends, and fails, with its promise. */
  span<Result>(start: SpanStart, work: (span: OpenSpan) => Promise<Result>): Promise<Result>;
  /** Starts a span that the caller ends. */
  start(start: SpanStart): OpenSpan;
  /** Adds an event to the current span, if there is one. */
  event(name: string, attributes: SpanAttributes): void;
  /** Returns the id of the current trace; undefined outside of a trace. */
  traceId(): string | undefined;
  /** Sends the spans that have ended, and stops. Resolves after `limitMs` at the latest; never rejects. */
  stop(limitMs: number): Promise<void>;
}

const holder = singleton("tracer", (): { tracer?: Tracer | undefined } => ({}));

/** Undefined while traces are off (OTEL_EXPORTER_OTLP_ENDPOINT is unset). */
export const tracer = (): Tracer | undefined => holder.tracer;

export function useTracer(made: Tracer | undefined): void {
  holder.tracer = made;
}
