import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from "@opentelemetry/sdk-trace";
import type { TracingConfig } from "#server/config/env.server";

/** Returns the sampler that OTEL_TRACES_SAMPLER names, with the ratio of OTEL_TRACES_SAMPLER_ARG. */
export function samplerOf({ sampler, ratio }: Pick<TracingConfig, "sampler" | "ratio">): Sampler {
  const base = sampler.replace("parentbased_", "");
  const root =
    base === "always_on"
      ? new AlwaysOnSampler()
      : base === "always_off"
        ? new AlwaysOffSampler()
        : new TraceIdRatioBasedSampler(ratio);
  return base === sampler ? root : new ParentBasedSampler({ root });
}
