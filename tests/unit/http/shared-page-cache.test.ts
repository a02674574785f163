import { describe, expect, test } from "vitest";
import {
  SharedPageCache,
  pageKeyOf,
  type Page,
  type PageKey,
  requestFor,
} from "#server/http/shared-page-cache";
import { WholePage } from "#server/web/whole-page.server";

type KeyInput = Parameters<typeof pageKeyOf>[0];

const asked = (change: Partial<KeyInput> = {}): KeyInput => ({
  method: "GET",
  origin: "https://soria.test",
  url: "/news",
  headers: {},
  ...change,
});
const cookie = (value: string) => asked({ headers: { cookie: value } });
const EN = "lng=ImVuIg%3D%3D";
const never = new AbortController().signal;

/** Returns the cache key of a shareable request. */
function order(change: Partial<KeyInput> = {}): PageKey {
  const found = pageKeyOf(asked(change));
  if (!found) throw new Error("It is for no one else.");
  return found;
}

describe("what a guest orders", () => {
  test.each([
    ["a post", asked({ method: "POST" })],
    ["data for the app's script", asked({ url: "/news?_data=routes%2Fnews%2Flist%2Froute" })],
    ["a session", cookie("soria=abc.def")],
    ["a session on https", cookie("lng=ImVuIg; __Host-soria=abc.def")],
    ["a session cookie that is none", cookie("soria=")],
    ["a guest's message", cookie("lng=ImVuIg; soria-guest=abc")],
    ["a session behind a blank", cookie("soria =abc.def")],
    ["a session behind a tab", cookie("a=b;\tsoria\t=abc.def")],
  ])("is nothing for others with %s", (_name, request) => {
    expect(pageKeyOf(request)).toBeUndefined();
  });

  test("is another for another address, origin, language, offered language and theme", () => {
    const orders = [
      order(),
      order({ url: "/news?page=2" }),
      order({ origin: "http://localhost:3000" }),
      order({ headers: { cookie: EN } }),
      order({ headers: { "accept-language": "ko" } }),
      order({ headers: { cookie: "theme=night" } }),
    ];
    expect(new Set(orders.map((one) => JSON.stringify(one))).size).toBe(orders.length);
  });

  test("is the same whatever else comes along", () => {
    const headers = {
      cookie: "_ga=1; notsoria=2; scripts=1; lng=nonsense; lng =ImtvIg",
      "user-agent": "Googlebot",
      "x-request-id": "stylesheet",
      accept: "x/y",
    };
    expect(order({ headers })).toEqual(order());
  });

  test("reaches the render as its address and a cookie of our own making", () => {
    const headers = { cookie: `${EN}; theme=night; soriax=1`, "x-evil": "1", "user-agent": "me" };
    const request = requestFor(order({ url: "/news?q=%E7%A9%BA", headers }), never);
    expect(request.url).toBe("https://soria.test/news?q=%E7%A9%BA");
    expect([...request.headers]).toEqual([["cookie", EN]]);
    expect([...requestFor(order(), never).headers]).toEqual([]);
  });
});

describe("a kept page", () => {
  const made = (body: Buffer | string, isToKeep = true): Page => ({
    status: 200,
    headers: [["content-language", "ja"]],
    html: new WholePage(Buffer.from(body)),
    renderedBy: "request-1",
    isToKeep,
  });
  const textOf = (page: Page | undefined) => page?.html.html.toString();

  test("is sent with its headers, and at no other address", async () => {
    const pages = new SharedPageCache();
    await pages.get(order(), () => Promise.resolve(made("空")), never);
    const found = pages.find(order());
    expect(textOf(found)).toBe("空");
    expect(found?.headers).toEqual([["content-language", "ja"]]);
    expect(pages.find(order({ url: "/other" }))).toBeUndefined();
  });

  test("is made anew after 5 s", async () => {
    let now = 1_000;
    const pages = new SharedPageCache(() => now);
    await pages.get(order(), () => Promise.resolve(made("page")), never);
    now += 4_900;
    expect(textOf(pages.find(order()))).toBe("page");
    now += 200;
    expect(pages.find(order())).toBeUndefined();
  });

  test("all of them together stay under 32 MB", async () => {
    const pages = new SharedPageCache();
    const large = Buffer.alloc(1024 * 1024);
    const orders = Array.from({ length: 50 }, (_, i) => order({ url: `/news?page=${i}` }));
    for (const one of orders) await pages.get(one, () => Promise.resolve(made(large)), never);
    const left = orders.map((one) => pages.find(one)).filter(Boolean);
    expect(left.length).toBeGreaterThan(20);
    expect(left.length).toBeLessThan(33);
  });

  test("is made once for all who ask while it is made; one that is not to be kept goes to them alone", async () => {
    const pages = new SharedPageCache();
    let times = 0;
    let done = (_made: Page | undefined) => {};
    const make = () => {
      times += 1;
      return new Promise<Page | undefined>((resolve) => (done = resolve));
    };
    const waiting = Array.from({ length: 300 }, () => pages.get(order(), make, never));
    done(made("for now", false));
    expect((await Promise.all(waiting)).map(textOf)).toEqual(Array(300).fill("for now"));
    expect(times).toBe(1);
    const next = pages.get(order(), make, never);
    expect(times).toBe(2);
    done(undefined);
    expect(await next).toBeUndefined();
  });

  test("is given up when the last who waits has gone, and made anew for the next", async () => {
    const pages = new SharedPageCache();
    const signals: AbortSignal[] = [];
    const make = (signal: AbortSignal) => {
      signals.push(signal);
      return new Promise<undefined>((resolve) => signal.addEventListener("abort", () => resolve(undefined)));
    };
    const [one, other] = [new AbortController(), new AbortController()];
    const both = [pages.get(order(), make, one.signal), pages.get(order(), make, other.signal)];
    one.abort();
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
    other.abort();
    void pages.get(order(), make, never);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    await Promise.all(both);
  });
});
