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
import type { OpenSpan, Tracer } from "#server/runtime/tracer.server";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { log } from "./log.server";

const propagator = new W3CTraceContextPropagator();

/** Returns what an error is, without its message, which may contain private data. */
function typeOfError(error: unknown): string {
  if (error instanceof Response) return String(error.status);
  const { kind, name } = (error ?? {}) as { kind?: unknown; name?: unknown };
  if (typeof kind === "string") return kind;
  return typeof name === "string" ? name : typeof error;
}

/** A thrown Response is a redirect or a page such as 404; only a server error is a failure. */
const isFailure = (error: unknown) => !(error instanceof Response) || error.status >= 500;

function opened(span: Span): OpenSpan & { span: Span } {
  return {
    span,
    traceId: span.spanContext().traceId,
    get headers() {
      const headers = {};
      propagator.inject(trace.setSpan(context.active(), span), headers, defaultTextMapSetter);
      return headers;
    },
    set: (attributes) => void span.setAttributes(attributes),
    event: (name, attributes) => void span.addEvent(name, attributes),
    fail(type) {
      span.setAttribute("error.type", type);
      span.setStatus({ code: SpanStatusCode.ERROR });
    },
    end: () => span.end(),
  };
}

/** @param exporter for tests; by default OTLP over HTTP to the configured endpoint */
export function makeTracer(config: TracingConfig, exporter: SpanExporter = spanExporter(config)): Tracer {
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

  const start = ({ name, kind, attributes = {} }: Parameters<Tracer["start"]>[0]) =>
    opened(otel.startSpan(name, { kind: kind ? SpanKind.CLIENT : SpanKind.INTERNAL, attributes }));

  return {
    start,
    request({ name, attributes, headers, isTrusted }, work) {
      const given = propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter);
      const sender = trace.getSpanContext(given);
      const parent = isTrusted ? given : ROOT_CONTEXT;
      // Without the sender's tracestate, which is text of any kind.
      const { traceState: _, ...link } = sender ?? { traceId: "", spanId: "", traceFlags: 0 };
      const links = sender && !isTrusted ? [{ context: link }] : [];
      const span = otel.startSpan(name, { kind: SpanKind.SERVER, attributes, links }, parent);
      context.with(trace.setSpan(parent, span), () => work(opened(span)));
    },
    async span(options, work) {
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
    event: (name, attributes) => void trace.getActiveSpan()?.addEvent(name, attributes),
    traceId: () => trace.getActiveSpan()?.spanContext().traceId,
    stop(limitMs) {
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
function watched(exporter: SpanExporter): SpanExporter {
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
const spanExporter = ({ endpoint }: TracingConfig) =>
  watched(new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: 5_000, concurrencyLimit: 4 }));
