import { describe, expect, it, test } from "vitest";
import { ContractWatch, readContract } from "#server/sandbox/contract";

const { calls: contractCalls } = readContract();
const watch = new ContractWatch();

interface Example {
  request: {
    path: string;
    query?: Record<string, unknown>;
    headers?: Record<string, string>;
    body?: unknown;
    multipart?: unknown;
  };
  answer?: unknown;
}

interface Exchange {
  service: "product" | "order";
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Headers;
  body?: unknown;
  answer?: { status?: number; body: unknown };
}

function contractProblems({ service, method, path, query, headers, body, answer }: Exchange): string[] {
  const sent = new Headers(headers);
  sent.set("Accept", "application/json");
  const url = `http://api.test/${service === "order" ? "order-service" : "api"}/${path}?${String(query)}`;
  const text = JSON.stringify(answer?.body) as string | undefined;
  watch.look(
    new Request(url, { method, headers: sent }),
    JSON.stringify(body),
    answer && { status: answer.status ?? 200, text },
  );
  return watch.take();
}

const exchangeOf = (id: string): Exchange => {
  const call = contractCalls.find((each) => each.id === id);
  if (!call) throw new Error(`no call ${id}`);
  const { request, answer } = (call as unknown as { example: Example }).example;
  return {
    service: call.service,
    method: call.method,
    path: request.path,
    query: new URLSearchParams(
      Object.entries(request.query ?? {}).map(([name, value]) => [name, String(value)]),
    ),
    headers: new Headers(request.headers),
    body: request.body ?? request.multipart,
    ...(answer !== undefined && { answer: { body: answer } }),
  };
};

test.each(contractCalls.map(({ id }) => id))("the contract's own example of %s fits it", (id) => {
  expect(contractProblems(exchangeOf(id))).toEqual([]);
});

describe("a call that differs", () => {
  const purchase = exchangeOf("store.purchase");
  const body = purchase.body as Record<string, unknown>;

  it.each<[string, Exchange, string]>([
    [
      "leaves a field out",
      { ...purchase, body: { ...body, transactionMethod: undefined } },
      "body transactionMethod is missing",
    ],
    [
      "sends a field of its own",
      { ...purchase, body: { ...body, colour: "red" } },
      "body colour is not in the contract",
    ],
    [
      "sends a text for a number",
      { ...purchase, body: { ...body, quantity: "2" } },
      'body quantity is no integer: "2"',
    ],
    [
      "sends another value",
      { ...purchase, body: { ...body, transactionMethod: "PAYPAL" } },
      "body transactionMethod is none of",
    ],
    [
      "has no key",
      { ...purchase, headers: new Headers({ Authorization: "Bearer a" }) },
      "header Idempotency-Key is missing",
    ],
    [
      "has no token",
      { ...purchase, headers: new Headers({ "Idempotency-Key": "a".repeat(20) }) },
      "sends no token",
    ],
    [
      "gets no id",
      { ...purchase, answer: { body: { result: 1, data: { clientSecret: null } } } },
      "answer transactionId is missing",
    ],
    [
      "is refused with a code of another call",
      { ...purchase, answer: { body: { result: 1117, message: "USER_LOCKED", data: null } } },
      "answers 1117 with 200, not listed",
    ],
    [
      "is refused with a status of another code",
      { ...purchase, answer: { status: 200, body: { result: 10101, message: "KEY_REUSED", data: null } } },
      "answers 10101 with 200, not listed",
    ],
    ["gets no JSON", { ...purchase, answer: { status: 200, body: undefined } }, "answer 200 is no JSON"],
    ["gets no envelope", { ...purchase, answer: { body: { data: null } } }, "answer 200 is no envelope"],
    [
      "asks another scope",
      { ...exchangeOf("store.products"), query: new URLSearchParams("page=1&size=10&scope=APP") },
      "query scope is not WEB",
    ],
    [
      "goes elsewhere",
      { ...purchase, path: "store/products/gift" },
      "POST store/products/gift is not in the contract",
    ],
  ])("%s", (_, exchange, problem) => {
    expect(contractProblems(exchange).join("\n")).toContain(problem);
  });
});
