/** Traces of the built site: what a collector gets, what it does not get, and that no request waits for it. */
import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HttpMember } from "../kit/visitors/http-member";
import type { Member, SandboxClient } from "../kit/visitors/sandbox-client";
import { formIn } from "../kit/visitors/site-browser";
import type { RunningSite } from "../kit/programs/site";
import { tracePicture } from "../../tools/pictures/trace-picture";
import { type ReceivedSpan, TraceReceiver } from "../kit/programs/trace-receiver";
import { figure, inRow } from "./table";
import {
  ADDRESS,
  browser,
  clientOf,
  proxied,
  PROXY_SPAN,
  PROXY_TRACE,
  siteWith,
  withSdk,
} from "./trace-support";

inRow("traces");

/** Buys the first item that a balance can pay for. Returns the key of the purchase. */
async function buyFromBalance(member: HttpMember, headers: Record<string, string>): Promise<string> {
  const list = await member.request("/store/products", { headers: browser });
  const ids = new Set([...list.text.matchAll(/href="\/store\/products\/(\d+)"/g)].map(([, id]) => id));
  for (const id of ids) {
    const path = `/store/products/${id}`;
    const page = await member.request(path, { headers: browser });
    if (!page.text.includes('value="BALANCE"')) continue;
    const { hidden } = formIn(page.text, "buy");
    const choice = Object.entries({ intent: "buy", quantity: "1", paymentType: "BALANCE", confirm: "on" });
    const names = new Set(choice.map(([name]) => name));
    const body = new URLSearchParams([...hidden.filter(([name]) => !names.has(name)), ...choice]);
    const response = await member.request(path, { method: "POST", body, headers });
    expect(response.status).toBe(303);
    await member.request(response.headers.get("Location") ?? "", { headers: browser });
    return String(body.get("key"));
  }
  throw new Error("no item can be bought from a balance");
}

describe("with a collector", () => {
  let receiver: TraceReceiver;
  let running: RunningSite;
  let stop: () => Promise<void>;
  let loaded: () => string[];
  let sandbox: SandboxClient;
  let member: Member;
  let client: HttpMember;
  let key: string;

  const named = (spans: ReceivedSpan[], name: string) => {
    const span = spans.find((one) => one.name === name);
    if (!span) throw new Error(`no span "${name}" among ${spans.map((one) => one.name).join(", ")}`);
    return span;
  };

  beforeAll(async () => {
    receiver = await TraceReceiver.start();
    ({ running, stop, loaded } = await siteWith({
      OTEL_EXPORTER_OTLP_ENDPOINT: `${receiver.url}/`,
      OTEL_EXPORTER_OTLP_HEADERS: "api-key=of-the-collector",
      OTEL_SERVICE_NAME: "soria-test",
      TRUST_PROXY: "loopback",
    }));
    sandbox = clientOf(running);
    member = await sandbox.makeMember({
      firstName: "蛍子",
      balances: { point: 900_000, soria: 900_000, soriaPlus: 900_000 },
    });
    client = new HttpMember(running.site.origin);
    await client.signIn(member.email, member.password);
    key = await buyFromBalance(client, proxied);
    const response = await client.request("/news?keyword=%E7%A7%98%E5%AF%86%E3%81%AE%E8%91%89", {
      headers: browser,
    });
    expect(response.status).toBe(200);
    expect((await client.request("/my-page/profile", { headers: browser })).status).toBe(200);
    expect((await client.request("/healthz")).status).toBe(200);
    await sandbox.faults([{ path: "/api/news", status: 500 }]);
    expect((await client.request("/news?keyword=broken", { headers: browser })).status).toBe(502);
    await sandbox.faults([]);
    await client.request("/dao/no-such-page", { headers: browser });
    // The site sends the last spans before it ends.
    expect(await running.site.stop()).toBe(0);
  });
  afterAll(async () => {
    await stop();
    receiver.stop();
  });

  it("a purchase is one trace: request, action, API calls, store, each below what caused it", async () => {
    const spans = receiver.trace(PROXY_TRACE);
    const server = named(spans, "POST /store/products/:id");
    expect(server).toMatchObject({ kind: "server", parentSpanId: PROXY_SPAN, links: [], failed: false });
    expect(server.attributes).toMatchObject({
      "http.request.method": "POST",
      "http.route": "/store/products/:id",
      "http.response.status_code": 303,
    });
    const action = named(spans, "action routes/store/product/route");
    expect(action).toMatchObject({ parentSpanId: server.spanId, kind: "internal", failed: false });
    const buy = named(spans, "POST /store/products/purchase");
    expect(buy).toMatchObject({ kind: "client", failed: false });
    expect(buy.attributes).toMatchObject({
      "url.template": "/store/products/purchase",
      "http.response.status_code": 200,
    });
    expect(spans.filter(({ name }) => name.startsWith("store ")).length).toBeGreaterThan(0);

    const byId = new Map(spans.map((span) => [span.spanId, span]));
    const above = (span: ReceivedSpan): ReceivedSpan[] => {
      const parent = byId.get(span.parentSpanId ?? "");
      return parent ? [parent, ...above(parent)] : [];
    };
    for (const span of spans.filter((one) => one !== server)) {
      expect(above(span).at(-1), span.name).toBe(server);
      const parent = above(span)[0] as ReceivedSpan;
      expect(span.start).toBeGreaterThanOrEqual(parent.start - 1);
      expect(span.end).toBeLessThanOrEqual(parent.end + 1);
    }
    expect(above(buy)).toContain(action);

    const { calls } = await sandbox.calls(member.id);
    const sent = calls.filter(({ traceparent }) => traceparent?.split("-")[1] === PROXY_TRACE);
    const ofTrace = spans.filter(({ kind, name }) => kind === "client" && !name.startsWith("store "));
    expect(sent.map(({ traceparent }) => traceparent?.split("-")[2]).sort()).toEqual(
      ofTrace.map(({ spanId }) => spanId).sort(),
    );
    expect(sent.map(({ path }) => path)).toContain("/api/store/products/purchase");
    const picture = process.env["TRACE_PICTURE"];
    if (picture) writeFileSync(picture, tracePicture(spans));
    figure(`a purchase: one trace of ${spans.length} spans, ${ofTrace.length} of them API calls`);
  });

  it("a page has its loaders and its render below the request; the log line names the trace", () => {
    const server = named(receiver.spans, "GET /my-page/profile");
    const spans = receiver.trace(server.traceId);
    expect(server.parentSpanId).toBeUndefined();
    const below = spans.filter(({ parentSpanId }) => parentSpanId === server.spanId).map(({ name }) => name);
    expect(below).toEqual(
      expect.arrayContaining(["loader root", "loader routes/my-page/profile/route", "render"]),
    );
    const line = running.site
      .output()
      .split("\n")
      .find(
        (one) =>
          one.includes(String(server.attributes["soria.request_id"])) && one.includes('"msg":"request"'),
      );
    expect(JSON.parse(line ?? "{}")).toMatchObject({ traceId: server.traceId, path: "/my-page/profile" });
  });

  it("a failed page is a failed span, whose loader names the failed call", () => {
    const server = receiver.spans.find(
      ({ attributes }) => attributes["http.response.status_code"] === 502 && attributes["http.route"],
    );
    expect(server).toMatchObject({ name: "GET /news", failed: true });
    const spans = receiver.trace(server?.traceId ?? "");
    const loader = named(spans, "loader routes/news/list/route");
    expect(loader.failed).toBe(true);
    expect(loader.events).toEqual([
      { name: "api call failed", attributes: expect.objectContaining({ call: "GET /news", kind: "http" }) },
    ]);
  });

  it("files, unknown addresses and health checks have no trace", () => {
    const names = receiver.spans.filter(({ kind }) => kind === "server").map(({ name }) => name);
    expect(names.filter((name) => /healthz|assets|no-such/.test(name))).toEqual([]);
    expect(names.every((name) => /^(GET|POST) \//.test(name))).toBe(true);
  });

  it("contains nothing private: no token, cookie, address, name, body or value of a query", () => {
    expect(receiver.raw.length).toBeGreaterThan(10_000);
    const cookie = client.cookieHeader.split("; ").map((pair) => pair.split("=")[1] ?? "");
    expect(cookie.some((value) => value.length > 20)).toBe(true);
    const secrets = [
      ...[member.email, member.password, "蛍子", "水野", key, ADDRESS, "127.0.0.1", "localhost"],
      ...["秘密の葉", "%E7%A7%98", "broken", "_signature", "api-key", "of-the-collector", "Bearer"],
      ...cookie.filter((value) => value.length > 8),
    ];
    for (const secret of secrets) expect(receiver.raw, secret).not.toContain(secret);
    expect(receiver.raw).not.toMatch(/eyJ[\w-]{8,}\.[\w-]{8,}/);
    const ids = receiver.spans.flatMap(({ attributes }) => Object.entries(attributes));
    const known = [
      ...["http.request.method", "http.route", "http.response.status_code", "url.template", "error.type"],
      ...["db.operation.name", "soria.record", "soria.request_id", "soria.service", "soria.streams"],
      ...["soria.data_request", "soria.cut"],
    ];
    expect(ids.map(([name]) => name).filter((name) => !known.includes(name))).toEqual([]);
    const records = new Set(ids.filter(([name]) => name === "soria.record").map(([, value]) => value));
    expect([...records].filter((record) => !/^[a-z-]+$/.test(String(record)))).toEqual([]);
  });

  it("the collector is told the service, and gets the configured headers", () => {
    expect(receiver.headers["api-key"]).toBe("of-the-collector");
    expect(receiver.resource["service.name"]).toBe("soria-test");
    expect(Object.keys(receiver.resource).sort()).toEqual([
      "process.pid",
      "service.instance.id",
      "service.name",
    ]);
  });

  it("loads the SDK", () => expect(withSdk(loaded())).not.toEqual([]));
});
