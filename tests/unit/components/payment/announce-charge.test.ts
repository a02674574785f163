import { describe, expect, it, vi } from "vitest";
import { announceCharge } from "~/components/payment/announce-charge";

const site = { "X-Request-Id": "one" };
const reply = (body: BodyInit | null, init: ResponseInit = {}) => {
  vi.spyOn(globalThis, "fetch").mockResolvedValue(new Response(body, init));
};
const state = (name: string) => JSON.stringify({ state: name });

describe("the announcement of a charge", () => {
  it.each(["submitted", "captured", "gone"])("returns the purchase's state %s", async (name) => {
    reply(state(name), { headers: site });
    expect(await announceCharge("key")).toBe(name);
  });

  it("returns signedOut for another member and for 401", async () => {
    reply(state("other"), { headers: site });
    expect(await announceCharge("key")).toBe("signedOut");
    reply("{}", { status: 401, headers: site });
    expect(await announceCharge("key")).toBe("signedOut");
  });

  it.each([400, 403, 404, 409, 413, 429, 500, 502, 503])(
    "says that the site failed, not that it can't be reached, for its %i",
    async (status) => {
      for (const body of ["{}", JSON.stringify({ messageKey: "errors:http.403" }), "<html>", ""]) {
        reply(body, { status, headers: site });
        expect(await announceCharge("key")).toBe("failed");
      }
    },
  );

  it("says that the site can't be reached without a response, and for one of a captive portal", async () => {
    vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("Failed to fetch"));
    expect(await announceCharge("key")).toBe("offline");
    reply("<html>", { status: 200 });
    expect(await announceCharge("key")).toBe("offline");
    reply("null", { status: 404 });
    expect(await announceCharge("key")).toBe("offline");
  });
});
