import type { makeTracer } from "./otel-tracer.server";

export type Tracer = ReturnType<typeof makeTracer>;

let current: Tracer | undefined;

/** Undefined while traces are off (OTEL_EXPORTER_OTLP_ENDPOINT is unset). */
export const tracer = () => current;

export function useTracer(made: Tracer): void {
  current = made;
}
