/** The pages of a lost password as rendered without scripts (docs/specification/statements.csv). */
import { describe, expect, it } from "vitest";
import { languages } from "~/i18n/languages";
import { faults, sandbox } from "../../mocks/server";
import type { Shown } from "../../kit/visitors/site-browser";
import { texts } from "../../kit/data/texts";
import { browser, guest, links, mainOf, namedLinks, tags, useSite, words } from "./site";
import { callsDuring, hiddenTexts, names } from "./account-support";

useSite();

/** Opens the reset link of a member's mail. */
async function changePassword(email: string, visitor = browser): Promise<Shown> {
  const page = await visitor.open("/find-password");
  await visitor.send(page, "find-password", { intent: "send", email });
  const link = new URL((await (await sandbox()).mails(email))[0]?.link ?? "");
  return visitor.open(link.pathname + link.search);
}

describe("lost password", () => {
  it("shows one e-mail input and the button that sends [A020.1]", async () => {
    const page = await browser.open("/find-password");
    expect(names(page)).toEqual(["email"]);
    expect(tags(mainOf(page), "button").map(({ value }) => value)).toEqual(["send"]);
  });

  it("shows that the mail was sent, and the way home [A021.1 A021.2]", async () => {
    const page = await browser.open("/find-password/email-sent");
    const t = texts("en", "account");
    expect(words(page)).toContain(t("sent.title"));
    expect(words(page)).toContain(t("sent.text"));
    const home = { ja: "ホームへ", en: "Back to home", ko: "홈으로", zh: "返回首页" };
    for (const lng of languages)
      expect(namedLinks(mainOf(await (await guest(lng)).open(page.path)))).toEqual([`${home[lng]}: /`]);
  });

  it("asks the API for no mail to an unknown address [A135.2 A311.1]", async () => {
    const page = await browser.open("/find-password");
    const made = await callsDuring(async () => {
      const response = await browser.send(page, "find-password", {
        intent: "send",
        email: "nobody@soria.test",
      });
      expect(words(response)).toContain(texts("en", "account")("find.invalid"));
    });
    expect(made).toEqual(["POST /api/auth/check-email"]);
  });

  it("mails a link to /wpdnif with its token, which opens the new password [A024.1]", async () => {
    const { email } = await (await sandbox()).make({});
    const page = await browser.open("/find-password");
    await browser.send(page, "find-password", { intent: "send", email: email ?? "" });
    const link = new URL((await (await sandbox()).mails(email ?? ""))[0]?.link ?? "");
    expect(link.pathname).toBe("/wpdnif");
    expect(link.searchParams.get("token")).toMatch(/^[^.]+\.[^.]+\.[^.]+$/);
    expect((await browser.open(link.pathname + link.search)).path).toBe("/change-password");
  });

  it("shows two password fields, four checks and the button [A022.1 A022.2]", async () => {
    const { email } = await (await sandbox()).make({});
    const page = await changePassword(email ?? "");
    expect(page.path).toBe("/change-password");
    expect(names(page)).toEqual(["password", "passwordConfirm"]);
    expect(hiddenTexts(page)).toEqual(["password", "passwordConfirm"]);
    const t = texts("en", "account");
    for (const rule of ["length", "digit", "special", "match"])
      expect(words(page)).toContain(t(`rules.${rule}`));
    expect(mainOf(page).match(/<li\b/g)).toHaveLength(4);
    expect(words(page)).toContain(t("change.submit"));
  });

  it.each(languages)(
    "says in %s that the password was changed, and leads to the sign-in [A023.1 A046.1 A047.2]",
    async (lng) => {
      const visitor = await guest(lng);
      const { email } = await (await sandbox()).make({});
      const page = await changePassword(email ?? "", visitor);
      const fields = { password: "Lantern-7!", passwordConfirm: "Lantern-7!" };
      const done = await visitor.send(page, "change-password", fields);
      expect([done.status, done.path]).toEqual([200, "/change-password/complete"]);
      for (const key of ["title", "text", "signIn"])
        expect(words(done)).toContain(texts(lng, "account")(`changed.${key}`));
      expect(links(mainOf(done))).toContain("/sign-in");
    },
  );
});

it("the complete page is closed with a link alone and after a change that the API refused [A023.2]", async () => {
  const page = await changePassword((await (await sandbox()).make({})).email ?? "");
  const complete = async () => (await browser.open("/change-password/complete")).path;
  expect(await complete()).toBe("/");
  const typed = { password: "Lantern-7!", passwordConfirm: "Lantern-7!" };
  const body = { result: 1, message: "SUCCESS", data: { result: 0 } };
  await faults({ path: "/api/auth/reset-password", status: 200, body, times: 1 });
  expect((await browser.send(page, "change-password", typed)).path).toBe("/change-password");
  expect(await complete()).toBe("/");
  expect((await browser.send(page, "change-password", typed)).path).toBe("/change-password/complete");
  expect(await complete()).toBe("/change-password/complete");
});
