import { describe, expect, it, onTestFinished } from "vitest";
import { setClockOffset } from "#server/runtime/clock.server";
import { loader } from "~/root";
import { getSession } from "#server/session/session.server";
import { texts } from "../kit/data/texts";
import { Visitor } from "../kit/visitors/visitor";
import { memberVisits } from "./my-page/support";

it.each(["ja", "en", "ko", "zh"])(
  "describes the share picture in %s as text: no break marks, one end",
  async (lng) => {
    for (const path of ["/", "/news", "/dao", "/terms-of-use"]) {
      const { data } = await new Visitor().get(loader, `${path}?lng=${lng}`);
      expect(data.shareAlt).not.toMatch(/[\u200b\u2060]|。。|\.[\s.]|[a-z,][A-Z]|\.$/u);
      expect(data.shareAlt.length).toBeGreaterThan(10);
    }
  },
);

it.each([
  ["Safari, iPhone", "en", "Safari, iPhone, 29 Nov 2026, 14:00. If it was you"],
  ["", "ja", "不明な端末、2026.11.29 14:00。"],
])("says which device (%j) has signed in, and when, in the visitor's language", async (device, lng, text) => {
  const visitor = new Visitor();
  const at = Date.parse("2026-11-29T05:00:00Z");
  await visitor.get(async (args) => {
    const session = await getSession(args);
    const link = { to: "/my-page/profile#devices", key: "my-page:devices.notMine" };
    await session.flash({ kind: "alert", key: "my-page:devices.newOne", params: { device, at }, link });
    return new Response();
  }, "/");
  const { data } = await visitor.get(loader, `/?lng=${lng}`);
  const t = texts(lng as "en", "my-page");
  expect(data.flash).toMatchObject([
    {
      text: t("devices.newOne"),
      next: [expect.stringContaining(text)],
      link: { text: t("devices.notMine") },
    },
  ]);
});

describe("what every page knows of its visitor", () => {
  it("is nothing for a guest [A103.1]", async () => {
    const { data } = await new Visitor().get(loader, "/");
    expect(data).toMatchObject({ lng: "ja", user: null, flash: [], path: "/" });
  });

  it("is a language to offer, said in it, for a guest who has not chosen; a member is offered none", async () => {
    const ask = async (headers: Record<string, string> = {}) => {
      const request = new Request("http://localhost:3000/news", {
        headers: { "Accept-Language": "ko", ...headers },
      });
      const response = await loader({ request, params: {}, context: {} });
      return (await response.json()) as { offer: unknown };
    };
    expect(await ask()).toMatchObject({ offer: { lng: "ko", text: texts("ko", "common")("offer") } });
    const { visitor } = await memberVisits();
    const Cookie = visitor.headers().get("Cookie") ?? "";
    expect(await ask({ Cookie })).toMatchObject({ offer: null });
  });

  it("is a member's name and e-mail, and nothing that only the server needs [A103.1]", async () => {
    const { visitor, member } = await memberVisits();
    const { data } = await visitor.get(loader, "/");
    expect(data.user).toEqual({ email: member.email, firstName: "灯", lastName: "水野" });
  });

  it("is the hour in Japan, which moves with the server's clock", async () => {
    const hour = async () => (await new Visitor().get(loader, "/")).data.hour as number;
    const HOUR_MS = 3_600_000;
    // From the first minute of an hour, so that the hour does not end in between.
    const offset = HOUR_MS - (Date.now() % HOUR_MS);
    onTestFinished(() => setClockOffset(0));
    setClockOffset(offset);
    const first = await hour();
    expect(first).toBe(new Date(Date.now() + offset + 9 * HOUR_MS).getUTCHours());
    setClockOffset(offset + 5 * HOUR_MS);
    expect(await hour()).toBe((first + 5) % 24);
  });
});
