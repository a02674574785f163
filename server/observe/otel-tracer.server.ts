/** The tracer of OpenTelemetry's SDK. Loaded only while traces are on (tracing.server.ts). */
import { randomUUID } from "node:crypto";
import {
  context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator, ExportResultCode } from "@opentelemetry/core";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  type SpanExporter,
  TracerProvider,
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from "@opentelemetry/sdk-trace";
import type { TracingConfig } from "#server/config/env.server";
import { within } from "#server/runtime/within";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import type { Logger } from "pino";

const propagator = new W3CTraceContextPropagator();

/** Returns what an error is, without its message, which may contain private data. */
function typeOfError(error: unknown): string {
  if (error instanceof Response) return String(error.status);
  const { kind, name } = (error ?? {}) as { kind?: unknown; name?: unknown };
  if (typeof kind === "string") return kind;
  return typeof name === "string" ? name : typeof error;
}

/** Values of a span. Never a token, an e-mail address, an IP address, a body or a value of a query. */
type SpanAttributes = Record<string, string | number | boolean>;
type OpenSpan = ReturnType<typeof opened>;

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

/** A thrown Response is a redirect or a page such as 404; only a server error is a failure. */
const isFailure = (error: unknown) => !(error instanceof Response) || error.status >= 500;

function opened(span: Span) {
  return {
    span,
    traceId: span.spanContext().traceId,
    /** W3C headers (`traceparent`) for a request that this span covers. */
    get headers() {
      const headers: Record<string, string> = {};
      propagator.inject(trace.setSpan(context.active(), span), headers, defaultTextMapSetter);
      return headers;
    },
    set: (attributes: SpanAttributes) => void span.setAttributes(attributes),
    event: (name: string, attributes?: SpanAttributes) => void span.addEvent(name, attributes),
    /** Marks the span as failed. `type` is one of a small set, such as the kind of an error. */
    fail(type: string) {
      span.setAttribute("error.type", type);
      span.setStatus({ code: SpanStatusCode.ERROR });
    },
    end: () => span.end(),
  };
}

/** @param exporter for tests; by default OTLP over HTTP to the configured endpoint */
export function makeTracer(config: TracingConfig, log: Logger, exporter = spanExporter(config, log)) {
  const provider = new TracerProvider({
    sampler: samplerOf(config),
    resource: resourceFromAttributes({
      "service.name": config.serviceName,
      "service.instance.id": randomUUID(),
      "process.pid": process.pid,
    }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        scheduledDelayMillis: 1_000,
        // Further spans that wait to be sent are dropped.
        maxQueueSize: 4_096,
        maxExportBatchSize: 512,
        // After this time the next batch may be sent.
        exportTimeoutMillis: 10_000,
      }),
    ],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const otel = provider.getTracer("soria-web");

  /** Starts a span that the caller ends. */
  const start = ({ name, kind, attributes = {} }: SpanStart) =>
    opened(otel.startSpan(name, { kind: kind ? SpanKind.CLIENT : SpanKind.INTERNAL, attributes }));

  return {
    start,
    /** Starts the span of a visitor's request and runs `work` in its context. The caller ends the span. */
    request({ name, attributes, headers, isTrusted }: RequestStart, work: (span: OpenSpan) => void) {
      const given = propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter);
      const sender = trace.getSpanContext(given);
      const parent = isTrusted ? given : ROOT_CONTEXT;
      // Without the sender's tracestate, which is text of any kind.
      const { traceState: _, ...link } = sender ?? { traceId: "", spanId: "", traceFlags: 0 };
      const links = sender && !isTrusted ? [{ context: link }] : [];
      const span = otel.startSpan(name, { kind: SpanKind.SERVER, attributes, links }, parent);
      context.with(trace.setSpan(parent, span), () => work(opened(span)));
    },
    /** Runs `work` in a span that ends, and fails, with its promise. */
    async span<Result>(options: SpanStart, work: (span: OpenSpan) => Promise<Result>): Promise<Result> {
      const open = start(options);
      try {
        return await context.with(trace.setSpan(context.active(), open.span), () => work(open));
      } catch (error) {
        if (isFailure(error)) open.fail(typeOfError(error));
        throw error;
      } finally {
        open.end();
      }
    },
    /** Adds an event to the current span, if there is one. */
    event: (name: string, attributes: SpanAttributes) =>
      void trace.getActiveSpan()?.addEvent(name, attributes),
    /** Undefined outside of a trace. */
    traceId: () => trace.getActiveSpan()?.spanContext().traceId,
    /** Sends the spans that have ended, and stops. Resolves after `limitMs` at the latest; never rejects. */
    stop(limitMs: number): Promise<void> {
      // A collector that refuses the spans has its log line (`watched`).
      const stopped = provider.shutdown().catch(() => undefined);
      return within(limitMs, stopped, () => undefined);
    },
  };
}

/** Returns the sampler that OTEL_TRACES_SAMPLER names, with the ratio of OTEL_TRACES_SAMPLER_ARG. */
export function samplerOf({ sampler, ratio }: Pick<TracingConfig, "sampler" | "ratio">): Sampler {
  const base = sampler.replace("parentbased_", "");
  const roots: Record<string, Sampler> = {
    always_on: new AlwaysOnSampler(),
    always_off: new AlwaysOffSampler(),
  };
  const root = roots[base] ?? new TraceIdRatioBasedSampler(ratio);
  return base === sampler ? root : new ParentBasedSampler({ root });
}

type Result = Parameters<Parameters<SpanExporter["export"]>[1]>[0];

/** Returns the reason of a failed batch, without the collector's response body. */
function reasonOf({ error }: Result): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: string };
  return typeof code === "string" || typeof code === "number" ? String(code) : (error?.message ?? name ?? "");
}

/** Logs outages of the collector: one line when it goes down and one when it is back. */
function watched(exporter: SpanExporter, log: Logger): SpanExporter {
  let wasDown = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const isDown = result.code !== ExportResultCode.SUCCESS;
        if (isDown && !wasDown)
          log.warn({ reason: reasonOf(result) }, "the trace collector takes no spans; they are dropped");
        if (!isDown && wasDown) log.info("the trace collector is back");
        wasDown = isDown;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };
}

/**
 * Returns an exporter of OTLP over HTTP with JSON. It reads OTEL_EXPORTER_OTLP_HEADERS itself. The timeout is that of
 * a batch with its retries; with four batches under way, further ones are dropped.
 */
const spanExporter = ({ endpoint }: TracingConfig, log: Logger) =>
  watched(
    new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: 5_000, concurrencyLimit: 4 }),
    log,
  );
