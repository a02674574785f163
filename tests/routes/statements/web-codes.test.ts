/** Messages of the catalogue's WEB codes on the screens that show them, in each language (section 8). */
import { http, HttpResponse } from "msw";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { describe, expect, it } from "vitest";
import { type Language, languages } from "~/i18n/languages";
import { sandbox, server } from "../../mocks/server";
import { texts } from "../../kit/data/texts";
import { guest, memberOf, signInByWallet, useSite, words } from "./site";

useSite();

/** Changes the data of a call's real response. */
async function changed(path: string, change: (data: Record<string, unknown>) => void): Promise<void> {
  const api = await sandbox();
  server.use(
    http.all(`http://api.test${path}`, async ({ request }) => {
      const response = await api.fetch(request);
      const envelope = (await response.json()) as { data: Record<string, unknown> };
      change(envelope.data);
      return HttpResponse.json(envelope, { status: response.status });
    }),
  );
}

async function walletMember(lng: Language) {
  const key = generatePrivateKey();
  await (await sandbox()).make({ type: "WALLET", address: privateKeyToAccount(key).address });
  const browser = await guest(lng);
  return { browser, shown: await signInByWallet(browser, key) };
}

describe.each(languages)("in %s", (lng) => {
  const say = texts(lng, "errors");

  it("WEB-006 follows a sign-up with a pass that was used [A288.1]", async () => {
    await changed("/api/auth/wallet/sign-in", (data) => (data["passAlreadyUsed"] = true));
    const { shown } = await walletMember(lng);
    expect(words(shown)).toContain(say("web.006", { coinPlus: "Soria Plus" }));
  });

  it("WEB-090 stands in place of the NFTs of a wallet without one [A304.1]", async () => {
    const { browser } = await walletMember(lng);
    expect(words(await browser.open("/my-page/profile"))).toContain(say("web.090"));
  });

  it("WEB-054 stands in place of a history without entries [A303.1]", async () => {
    const { browser } = await memberOf({}, lng);
    for (const path of ["/my-page/history", "/my-page/ecommerce-history"])
      expect(words(await browser.open(path)), path).toContain(say("web.054"));
  });

  it("WEB-100 follows the deletion of an account [A305.1]", async () => {
    const { browser } = await memberOf({}, lng);
    const page = await browser.open("/my-page/terminate");
    const shown = await browser.send(page, "terminate", { confirm: "on" });
    expect(words(shown)).toContain(say("web.100"));
  });

  it.each([
    ["AGREE", "web.082"],
    ["AGAINST", "web.083"],
  ] as const)("a member who voted %s is told so by %s [P175.6]", async (vote, key) => {
    const { browser } = await memberOf({}, lng);
    await changed("/api/dao/suggestions/19", (data) => (data["my_vote"] = vote));
    const said = words(await browser.open("/dao/suggestions/19"));
    expect(["web.082", "web.083"].filter((one) => said.includes(say(one)))).toEqual([key]);
  });

  it("governance says what is empty, over or removed [P175.3 P175.4 P175.5 P175.7 P175.8 P175.9 P175.10]", async () => {
    const { browser } = await memberOf({}, lng);
    await changed("/api/dao/suggestions/19", (data) => (data["voter_count"] = 0));
    for (const list of ["suggestions", "members"])
      await changed(`/api/dao/${list}`, (data) => (data["items"] = []));
    for (const [path, ...codes] of [
      ["/dao", "056"],
      ["/dao/suggestions/mine", "055"],
      ["/dao/members", "095"],
      ["/dao/suggestions/13", "072", "075"],
      ["/dao/suggestions/13/voters", "073"],
      ["/dao/suggestions/19", "073"],
      ["/dao/suggestions/19/voters", "073"],
      ["/dao/suggestions/7", "076"],
      ["/dao/suggestions/18", "078"],
    ] as const) {
      const said = words(await browser.open(path));
      for (const code of codes) expect(said, path).toContain(say(`web.${code}`));
    }
  });
});
