import { singleton } from "#server/runtime/singleton";
import type { makeTracer } from "./otel-tracer.server";

export type Tracer = ReturnType<typeof makeTracer>;

const holder = singleton("tracer", (): { tracer?: Tracer } => ({}));

/** Undefined while traces are off (OTEL_EXPORTER_OTLP_ENDPOINT is unset). */
export const tracer = () => holder.tracer;

export function useTracer(made: Tracer): void {
  holder.tracer = made;
}
