import { describe, expect, it, test } from "vitest";
import { ContractWatch } from "#server/sandbox/contract";
import { readContract } from "../../../contract/openapi";

const contract = readContract();
const watch = new ContractWatch();

interface Exchange {
  service: "product" | "order";
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Headers;
  body?: unknown;
  response?: { status?: number; body: unknown };
}

function contractProblems({ service, method, path, query, headers, body, response }: Exchange): string[] {
  const sent = new Headers(headers);
  sent.set("Accept", "application/json");
  const url = `http://api.test/${service === "order" ? "order-service" : "api"}/${path}?${String(query)}`;
  const text = JSON.stringify(response?.body) as string | undefined;
  watch.noteSaid("expectedUnitAmount, expectedCurrency, orderId, transactionId");
  watch.look(
    new Request(url, { method, headers: sent }),
    JSON.stringify(body),
    response && { status: response.status ?? 200, text },
  );
  return watch.take();
}

const exchangeOf = (id: string): Exchange => {
  const { service, method, path, example, auth } = contract.call(id);
  const asText = (values: Record<string, unknown>) =>
    Object.entries(values).map(([name, value]): [string, string] => [name, String(value)]);
  const headers = new Headers(asText(example.headers));
  if (auth !== "none") headers.set("Authorization", "Bearer a.b.c");
  return {
    ...{ service, method, headers, body: example.body },
    path: path.replace(/\{(\w+)\}/g, (_, name: string) => String(example.params[name])),
    query: new URLSearchParams(asText(example.query)),
    response: { body: example.response },
  };
};

test.each(contract.calls.map(({ id }) => id))("the contract's own example of %s fits it", (id) => {
  expect(contractProblems(exchangeOf(id))).toEqual([]);
});

it("a proposed field is a difference until the API has said that it knows it", () => {
  const { method, path, body, headers } = exchangeOf("store.purchase");
  headers.set("Accept", "application/json");
  const fresh = new ContractWatch();
  const look = () => {
    fresh.look(new Request(`http://api.test/api/${path}`, { method, headers }), JSON.stringify(body));
    return fresh.take();
  };
  const unasked = (name: string) =>
    `store.purchase: sends ${name}, and the API has not said that it knows it`;
  expect(look()).toEqual([unasked("expectedUnitAmount"), unasked("expectedCurrency")]);
  fresh.noteSaid("expectedCurrency");
  expect(look()).toEqual([unasked("expectedUnitAmount")]);
  fresh.noteSaid("orderId, expectedUnitAmount");
  expect(look()).toEqual([]);
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
      'body quantity must be integer: "2"',
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
      { ...purchase, response: { body: { result: 1, data: { clientSecret: null } } } },
      "answer transactionId is missing",
    ],
    [
      "is refused with a code of another call",
      { ...purchase, response: { body: { result: 1117, message: "USER_LOCKED", data: null } } },
      "answers 1117 with 200, not listed",
    ],
    [
      "is refused with a status of another code",
      { ...purchase, response: { status: 200, body: { result: 10101, message: "KEY_REUSED", data: null } } },
      "answers 10101 with 200, not listed",
    ],
    [
      "sends a number beyond its bound",
      { ...purchase, body: { ...body, quantity: 2 ** 53 } },
      "body quantity must be <= 9007199254740991",
    ],
    [
      "sends a fraction",
      { ...purchase, body: { ...body, expectedUnitAmount: 1.5 } },
      "body expectedUnitAmount must be integer: 1.5",
    ],
    [
      "gets a negative amount",
      {
        ...purchase,
        response: { body: { result: 1, data: { transactionId: "T", clientSecret: null, amount: -1 } } },
      },
      "answer amount must be >= 0: -1",
    ],
    [
      "asks for another spelling of its language",
      {
        ...exchangeOf("store.products"),
        headers: new Headers({ Authorization: "Bearer a", "Accept-Language": "zh" }),
      },
      'header Accept-Language is none of ja, en, ko, zh-Hans: "zh"',
    ],
    ["gets no JSON", { ...purchase, response: { status: 200, body: undefined } }, "answer 200 is no JSON"],
    ["gets no envelope", { ...purchase, response: { body: { data: null } } }, "answer 200 is no envelope"],
    [
      "asks another scope",
      { ...exchangeOf("store.products"), query: new URLSearchParams("page=1&size=10&scope=APP") },
      'query scope is not "WEB"',
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
