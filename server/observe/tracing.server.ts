import type { Env } from "#server/config/env.server";
import { log } from "./log.server";
import { useTracer } from "./tracer.server";

/**
 * Switches traces on when OTEL_EXPORTER_OTLP_ENDPOINT is set (docs/decisions/0058-traces.md); otherwise OpenTelemetry's
 * SDK is not loaded. Call it before the site is opened: what is traced is decided then.
 */
export async function startTracing({ tracing }: Env): Promise<void> {
  if (!tracing) return;
  const { makeTracer } = await import("./otel-tracer.server");
  useTracer(makeTracer(tracing, log));
}
