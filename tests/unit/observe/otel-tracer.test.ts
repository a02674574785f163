/** The tracer with an exporter of the test: bounds, sampling, failures. The built site: tests/faults/traces.test.ts. */
import { context } from "@opentelemetry/api";
import { ExportResultCode } from "@opentelemetry/core";
import { type ReadableSpan, SamplingDecision, type SpanExporter } from "@opentelemetry/sdk-trace";
import { afterEach, describe, expect, it } from "vitest";
import type { TracingConfig } from "#server/config/env.server";
import { log } from "#server/observe/log.server";
import { makeTracer, samplerOf } from "#server/observe/otel-tracer.server";
import { tracedStore } from "#server/store/stores.server";
import type { SessionStore } from "#server/store/store";

const config = {
  endpoint: "http://localhost:4318",
  serviceName: "test",
  sampler: "parentbased_always_on" as const,
  ratio: 1,
};
const PARENT = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-";

afterEach(() => context.disable());

/** An exporter that keeps the spans; one that hangs never calls back. */
function keeping({ hangs = false } = {}): SpanExporter & { spans: ReadableSpan[]; batches: number } {
  return {
    spans: [],
    batches: 0,
    export(spans, done) {
      this.batches += 1;
      this.spans.push(...spans);
      if (!hangs) done({ code: ExportResultCode.SUCCESS });
    },
    shutdown: () => Promise.resolve(),
  };
}

describe("bounds", () => {
  it("keeps one batch on its way and 4,096 spans, while the collector hangs, and stops all the same", async () => {
    const exporter = keeping({ hangs: true });
    const tracer = makeTracer(config, log, exporter);
    for (let n = 0; n < 20_000; n += 1) tracer.start({ name: "span" }).end();
    expect(exporter.batches).toBe(1);
    await tracer.stop(100);
    // At the end all that waits is sent at once.
    expect(exporter.spans.length).toBeLessThanOrEqual(512 + 4_096);
  });

  it("sends what has ended when it stops", async () => {
    const exporter = keeping();
    const tracer = makeTracer(config, log, exporter);
    tracer.start({ name: "ended" }).end();
    tracer.start({ name: "open" });
    await tracer.stop(1_000);
    expect(exporter.spans.map(({ name }) => name)).toEqual(["ended"]);
  });
});

describe("a span", () => {
  class ApiProblem extends Error {
    readonly kind = "business";
  }
  it.each<[string, unknown, string | undefined]>([
    ["an error of a kind", new ApiProblem("hotaru@soria.test"), "business"],
    ["an error", new TypeError("hotaru@soria.test"), "TypeError"],
    ["a redirect", new Response(null, { status: 303 }), undefined],
    ["a page of an error", new Response(null, { status: 503 }), "503"],
    ["something else", "hotaru@soria.test", "string"],
  ])("that ends with %s fails with its type, never with its message", async (_, thrown, type) => {
    const exporter = keeping();
    const tracer = makeTracer(config, log, exporter);
    const work = () => tracer.span({ name: "loader" }, () => Promise.reject(thrown));
    await expect(work()).rejects.toBe(thrown);
    await tracer.stop(1_000);
    const [span] = exporter.spans;
    expect(span?.attributes["error.type"]).toBe(type);
    expect(span?.status.code).toBe(type === undefined ? 0 : 2);
    expect(JSON.stringify([span?.attributes, span?.events, span?.status])).not.toContain("hotaru");
  });

  it("is the parent of what its work starts, and outside of a trace there is no trace id", async () => {
    const exporter = keeping();
    const tracer = makeTracer(config, log, exporter);
    expect(tracer.traceId()).toBeUndefined();
    await tracer.span({ name: "outer" }, async (outer) => {
      await Promise.resolve();
      expect(tracer.traceId()).toBe(outer.traceId);
      await tracer.span({ name: "inner" }, async (inner) => {
        expect(inner.headers["traceparent"]).toMatch(new RegExp(`^00-${outer.traceId}-[0-9a-f]{16}-01$`));
        await Promise.resolve();
      });
    });
    await tracer.stop(1_000);
    const [inner, outer] = exporter.spans;
    expect(inner?.parentSpanContext?.spanId).toBe(outer?.spanContext().spanId);
  });
});

describe("the store", () => {
  it("is recorded inside a trace alone, by the kind of the record", async () => {
    const exporter = keeping();
    const tracer = makeTracer(config, log, exporter);
    const asked: string[] = [];
    const inner = {
      get: (key: string) => Promise.resolve(void asked.push(key)),
      withLock: (_: string, work: () => Promise<unknown>) => work(),
    } as unknown as SessionStore;
    const store = tracedStore(inner, tracer);
    await store.get("purchases-watched:3");
    const result = await tracer.span({ name: "action" }, async () => {
      await store.get("0123456789abcdef");
      return store.withLock("purchases:owner-of-it", async () => {
        await store.get("purchases:owner-of-it");
        return "done";
      });
    });
    await tracer.stop(1_000);
    expect(result).toBe("done");
    expect(asked).toEqual(["purchases-watched:3", "0123456789abcdef", "purchases:owner-of-it"]);
    expect(exporter.spans.map(({ name, attributes }) => [name, attributes["soria.record"]])).toEqual([
      ["store get", "session"],
      ["store get", "purchases"],
      ["store withLock", "purchases"],
      ["action", undefined],
    ]);
  });
});

describe("sampling", () => {
  const decides = (sampler: TracingConfig["sampler"], ratio: number, flags?: "00" | "01") => {
    const exporter = keeping();
    const tracer = makeTracer({ ...config, sampler, ratio }, log, exporter);
    let headers = {};
    const given = flags ? { traceparent: PARENT + flags } : {};
    tracer.request({ name: "GET /", attributes: {}, headers: given, isTrusted: true }, (span) => {
      headers = span.headers;
      span.end();
    });
    return headers;
  };
  it.each<[TracingConfig["sampler"], number, "00" | "01" | undefined, "0" | "1"]>([
    ["always_on", 0, "00", "1"],
    ["always_off", 1, "01", "0"],
    ["traceidratio", 1, "00", "1"],
    ["traceidratio", 0, "01", "0"],
    ["parentbased_always_on", 0, undefined, "1"],
    ["parentbased_always_on", 0, "00", "0"],
    ["parentbased_always_off", 1, undefined, "0"],
    ["parentbased_always_off", 1, "01", "1"],
    ["parentbased_traceidratio", 0, undefined, "0"],
    ["parentbased_traceidratio", 0, "01", "1"],
    ["parentbased_traceidratio", 1, "00", "0"],
  ])("%s with %d, below a parent with flags %s: sampled %s", (sampler, ratio, flags, sampled) => {
    expect(decides(sampler, ratio, flags)).toMatchObject({
      traceparent: expect.stringMatching(new RegExp(`-0${sampled}$`)) as string,
    });
  });

  it("records the share of traces that the ratio says", () => {
    const sampler = samplerOf({ sampler: "traceidratio", ratio: 0.25 });
    const isSampled = (n: number) => {
      // Multiples of a large odd number are spread evenly over the 32 bits.
      const id = ((n * 2_654_435_761) % 2 ** 32).toString(16).padStart(8, "0").padEnd(32, "0");
      return (
        sampler.shouldSample(context.active(), id, "", 0, {}, []).decision ===
        SamplingDecision.RECORD_AND_SAMPLED
      );
    };
    const sampled = Array.from({ length: 4_000 }, (_, n) => isSampled(n + 1)).filter(Boolean).length;
    expect(sampled / 4_000).toBeGreaterThan(0.2);
    expect(sampled / 4_000).toBeLessThan(0.3);
  });
});
