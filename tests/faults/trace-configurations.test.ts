/** Traces of the built site without a collector, behind no proxy, and with a collector that hangs or is down. */
import { afterEach, describe, expect, it } from "vitest";
import { HttpMember } from "../kit/visitors/http-member";
import { freePort } from "../kit/programs/redis-server";
import { TraceReceiver } from "../kit/programs/trace-receiver";
import { figure, inRow, percentile } from "./table";
import { browser, clientOf, proxied, PROXY_SPAN, PROXY_TRACE, siteWith, withSdk } from "./trace-support";

inRow("traces");

describe("other configurations", () => {
  const cleanups: (() => unknown)[] = [];
  afterEach(async () => {
    for (const clean of cleanups.splice(0).reverse()) await clean();
  });
  async function start(env: Record<string, string>) {
    const made = await siteWith(env);
    cleanups.push(made.stop);
    return made;
  }
  async function collector(options?: { isHanging: boolean }) {
    const receiver = await TraceReceiver.start(options);
    cleanups.push(() => receiver.stop());
    return receiver;
  }

  it("without the variable no module of the SDK is loaded, and no traceparent is sent", async () => {
    const { running, loaded } = await start({ TRUST_PROXY: "loopback", OTEL_TRACES_SAMPLER: "always_on" });
    const visitor = new HttpMember(running.site.origin);
    const response = await visitor.request("/news?keyword=plain", { headers: proxied });
    expect(response.status).toBe(200);
    const { calls } = await clientOf(running).calls();
    const news = calls.filter(({ path }) => path === "/api/news");
    expect(news.length).toBeGreaterThan(0);
    expect(news.filter(({ traceparent }) => traceparent !== undefined)).toEqual([]);
    expect(loaded().some((url) => url.includes("/build/server/"))).toBe(true);
    expect(withSdk(loaded())).toEqual([]);
    expect(running.site.output()).not.toContain("traceId");
  });

  it("without a trusted proxy a visitor's traceparent is a link; a sampled-out trace is passed on, not sent", async () => {
    const receiver = await collector();
    const { running } = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url });
    const visitor = new HttpMember(running.site.origin);
    await visitor.request("/news?keyword=a", { headers: { ...proxied, tracestate: "visitor=text" } });
    expect(await running.site.stop()).toBe(0);
    const server = receiver.spans.find(({ kind, name }) => kind === "server" && name === "GET /news");
    expect(server?.parentSpanId).toBeUndefined();
    expect(server?.traceId).not.toBe(PROXY_TRACE);
    expect(server?.links).toEqual([expect.objectContaining({ traceId: PROXY_TRACE, spanId: PROXY_SPAN })]);
    expect(receiver.raw).not.toContain("visitor=text");

    const none = await start({
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      OTEL_TRACES_SAMPLER: "parentbased_traceidratio",
      OTEL_TRACES_SAMPLER_ARG: "0",
    });
    const before = receiver.spans.length;
    await new HttpMember(none.running.site.origin).request("/news?keyword=b", { headers: browser });
    expect(await none.running.site.stop()).toBe(0);
    expect(receiver.spans.length).toBe(before);
    const { calls } = await clientOf(none.running).calls();
    const sent = calls.flatMap(({ traceparent }) => traceparent ?? []);
    expect(sent.length).toBeGreaterThan(0);
    expect(sent.filter((traceparent) => !traceparent.endsWith("-00"))).toEqual([]);
  });

  it.each(["hangs", "refuses connections"])(
    "with a collector that %s all pages are served, and it is one log line",
    async (how) => {
      const hanging = how === "hangs" ? await collector({ isHanging: true }) : undefined;
      const endpoint = hanging?.url ?? `http://127.0.0.1:${await freePort()}`;
      const { running } = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint });
      const visitor = new HttpMember(running.site.origin);
      const times: number[] = [];
      const visit = async () => {
        const started = performance.now();
        expect((await visitor.request("/support/faq")).status).toBe(200);
        times.push(performance.now() - started);
      };
      const lines = () => running.site.output().match(/the trace collector takes no spans/g) ?? [];
      await visit();
      times.length = 0;
      // More than one batch of spans while the collector does not take the first.
      for (let n = 0; n < 200; n += 1) await visit();
      await expect.poll(lines, { timeout: 20_000, interval: 100 }).toHaveLength(1);
      for (let n = 0; n < 50; n += 1) await visit();
      expect(await running.site.stop()).toBe(0);
      expect(lines()).toHaveLength(1);
      // That the event loop was late is said of the machine, which other tests use too.
      const written = running.site.output().split("\n");
      const errors = written.filter((line) => /"level":[56]0/.test(line) && !line.includes('"lateMs"'));
      expect(errors).toEqual([]);
      figure(`a collector that ${how}: p99 of 250 pages ${percentile(times, 0.99)} ms, one log line`);
    },
  );
});
