/** The steps of the sign-up as rendered without scripts (docs/specification/statements.csv). */
import { describe, expect, it, vi } from "vitest";
import { getSession } from "#server/session/session.server";
import { PASSWORD } from "../../mocks/sandbox";
import { sandbox } from "../../mocks/server";
import type { Shown } from "../../kit/visitors/site-browser";
import { texts } from "../../kit/data/texts";
import { browser, controls, guest, links, mainOf, signIn, tags, useSite, words } from "./site";
import { hiddenTexts, names } from "./account-support";

let count = 0;
const freshEmail = () => `statements-${Date.now()}-${count++}@soria.test`;
useSite();

async function codeOf(email: string): Promise<string> {
  return (await (await sandbox()).mails(email))[0]?.code ?? "";
}

/** Goes through the sign-up and returns the page of the given step. */
async function signUpTo(step: "code" | "done", email = freshEmail(), visitor = browser): Promise<Shown> {
  let page = await visitor.open("/sign-up");
  page = await visitor.send(page, "sign-up-email", { intent: "send-code", email });
  if (step === "code") return page;
  page = await visitor.send(page, "sign-up-code", { intent: "verify", authCode: await codeOf(email) });
  page = await visitor.send(page, "sign-up-code", { intent: "continue" });
  return visitor.send(page, "sign-up-details", {
    ...{ intent: "details", password: PASSWORD, passwordConfirm: PASSWORD, agreement: "on" },
    ...{ firstName: "灯", lastName: "水野" },
  });
}

describe("sign-up", () => {
  it("asks for an e-mail address and nothing else, and leads members to the sign-in [A034.1 A034.2]", async () => {
    const page = await browser.open("/sign-up");
    expect(names(page)).toEqual(["email"]);
    expect(links(mainOf(page))).toEqual(["/sign-in"]);
  });

  it("keeps one address from the first step to the last [A019.1 A035.1 A036.1 A037.1 A082.1 A127.1]", async () => {
    const email = freshEmail();
    const code = await signUpTo("code", email);
    expect([code.path, names(code)]).toEqual(["/sign-up", ["authCode"]]);
    expect(mainOf(code)).toMatch(/<label\b[^>]*for="[^"]*authCode"[^>]*>Verification code</);
    const verified = await browser.send(code, "sign-up-code", {
      intent: "verify",
      authCode: await codeOf(email),
    });
    expect(verified.path).toBe("/sign-up");
    const details = await browser.send(verified, "sign-up-code", { intent: "continue" });
    expect(details.path).toBe("/sign-up");
    expect(names(details).toSorted()).toEqual(
      ["agreement", "firstName", "lastName", "password", "passwordConfirm"].toSorted(),
    );
    expect(hiddenTexts(details)).toEqual(["password", "passwordConfirm"]);
    const agreement = controls(mainOf(details)).find(({ name }) => name === "agreement");
    expect([agreement?.["type"], "checked" in (agreement ?? {})]).toEqual(["checkbox", false]);
    expect(mainOf(details)).toContain(email);
    const done = await browser.send(details, "sign-up-details", {
      ...{ intent: "details", password: PASSWORD, passwordConfirm: PASSWORD, agreement: "on" },
      ...{ firstName: "灯", lastName: "水野" },
    });
    expect(done.path).toBe("/sign-up");
    expect(words(done)).toContain(texts("en", "account")("signUp.done.text"));
    expect((await (await sandbox()).signIn(email)).result).toBe(1);
    expect(links(mainOf(done))).toContain("/sign-in");
  });

  it("makes an account of the type EMAIL, for the API and on the member's pages [A007.1 A007.2]", async () => {
    const email = freshEmail();
    await signUpTo("done", email);
    const { data } = await (await sandbox()).signIn(email);
    expect((data as unknown as { type: string }).type).toBe("EMAIL");
    await signIn(browser, email, PASSWORD);
    const { user } = await getSession({
      request: new Request("http://localhost:3000", { headers: browser.headers() }),
      context: {},
    });
    expect(user?.type).toBe("EMAIL");
    const profile = await browser.open("/my-page/profile");
    expect(names(profile)).toContain("oldPassword");
    // What the page says to a member with an e-mail and a password only.
    expect(words(profile)).toContain(`${texts("en", "my-page")("profile.email")} ${email}`);
    expect(words(profile)).toContain(texts("en", "my-page")("sessions.lead"));
  });

  it("has no details step before the code was verified [A126.1]", async () => {
    const code = await signUpTo("code");
    const on = await browser.post(
      "/sign-up",
      [...Object.entries(browser.hidden(code, "sign-up-code")), ["intent", "continue"]],
      code,
    );
    expect(names(on)).toEqual(["authCode"]);
  });

  it("says on the page of a code after 30 minutes that it has expired [A132.1]", async () => {
    const expired = texts("en", "errors")("web.023");
    expect(words(await signUpTo("code"))).not.toContain(expired);
    vi.useFakeTimers({ now: Date.now() + 30 * 60_000, toFake: ["Date"] });
    expect(words(await browser.open("/sign-up"))).toContain(expired);
  });

  it("stops the countdown and locks code and resend once the code is verified [A131.2 A133.1 A133.2 A133.3 A313.1]", async () => {
    const email = freshEmail();
    const code = await signUpTo("code", email);
    expect(words(code)).toMatch(/\b(29|30) min left(?! \d)/);
    const [open] = controls(mainOf(code));
    expect(open).not.toHaveProperty("readonly");
    const verified = await browser.send(code, "sign-up-code", {
      intent: "verify",
      authCode: await codeOf(email),
    });
    expect(words(verified)).not.toMatch(/min left|s left/);
    expect(words(verified)).toContain(texts("en", "account")("code.success"));
    const editable = controls(mainOf(verified)).filter((one) => !("readonly" in one || "disabled" in one));
    expect(editable).toEqual([]);
    const resend = (page: Shown) =>
      tags(mainOf(page), "button").find(({ value }) => value === "resend") ?? {};
    expect(resend(verified)).toHaveProperty("disabled");
    // Also when the five minutes between two codes have passed.
    const clock = vi.spyOn(Date, "now").mockReturnValue(Date.now() + 6 * 60_000);
    expect(resend(await browser.open("/sign-up"))).toHaveProperty("disabled");
    clock.mockRestore();
  });

  it("mails a code of exactly six digits [A336.1]", async () => {
    for (let n = 0; n < 5; n += 1) {
      const email = freshEmail();
      await signUpTo("code", email, await guest());
      expect(await codeOf(email)).toMatch(/^\d{6}$/);
    }
  });
});
