import { ExportResultCode } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import type { SpanExporter } from "@opentelemetry/sdk-trace";
import type { TracingConfig } from "#server/config/env.server";
import { log } from "./log.server";

/** Timeout of one batch with its retries, in ms. */
const SEND_MS = 5_000;
/** Batches under way at once. With all of them taken, further batches are dropped. */
const MOST_BATCHES = 4;

type Result = Parameters<Parameters<SpanExporter["export"]>[1]>[0];

/** Returns the reason of a failed batch, without the collector's response body. */
function reasonOf({ error }: Result): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: string };
  return typeof code === "string" || typeof code === "number" ? String(code) : (error?.message ?? name ?? "");
}

/**
 * Wraps an exporter to log outages of the collector: one line when it goes down and one when it is back. The spans of
 * an outage are lost.
 */
class WatchedExporter implements SpanExporter {
  readonly #exporter: SpanExporter;
  #isDown = false;

  constructor(exporter: SpanExporter) {
    this.#exporter = exporter;
  }

  export(...[spans, done]: Parameters<SpanExporter["export"]>): void {
    this.#exporter.export(spans, (result) => {
      const isDown = result.code !== ExportResultCode.SUCCESS;
      if (isDown && !this.#isDown)
        log.warn({ reason: reasonOf(result) }, "the trace collector takes no spans; they are dropped");
      if (!isDown && this.#isDown) log.info("the trace collector is back");
      this.#isDown = isDown;
      done(result);
    });
  }

  shutdown(): Promise<void> {
    return this.#exporter.shutdown();
  }
}

/** Returns an exporter to `<endpoint>/v1/traces`, as OTLP over HTTP with JSON. */
export function spanExporter({ endpoint }: Pick<TracingConfig, "endpoint">): SpanExporter {
  return new WatchedExporter(
    // It reads OTEL_EXPORTER_OTLP_HEADERS itself.
    new OTLPTraceExporter({
      url: `${endpoint}/v1/traces`,
      timeoutMillis: SEND_MS,
      concurrencyLimit: MOST_BATCHES,
    }),
  );
}
