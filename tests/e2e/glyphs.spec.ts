/**
 * Chinese, Japanese and Korean share code points but not glyphs: each text uses the typeface of its own language, on
 * a page of any language. Chromium reports the fonts it used through the DevTools Protocol; the machine has the Noto
 * fonts.
 */
import type { CDPSession, Locator } from "@playwright/test";
import { expect, test } from "../kit/browser/fixtures";

const faces = { ja: "JP", zh: "SC", ko: "KR" } as const;
const first = {
  ja: '"Hiragino Sans"',
  zh: '"PingFang SC"',
  ko: '"Apple SD Gothic Neo"',
} as const;

/** Returns the fonts that an element was drawn with, and its computed font stack. */
async function facesOf(protocol: CDPSession, element: Locator): Promise<{ drawn: string[]; asked: string }> {
  await element.evaluate((one) => one.setAttribute("data-face", ""));
  const { root } = await protocol.send("DOM.getDocument");
  const { nodeId } = await protocol.send("DOM.querySelector", {
    nodeId: root.nodeId,
    selector: "[data-face]",
  });
  const { fonts } = await protocol.send("CSS.getPlatformFontsForNode", { nodeId });
  const asked = await element.evaluate((one) => getComputedStyle(one).fontFamily);
  await element.evaluate((one) => one.removeAttribute("data-face"));
  return { drawn: fonts.map(({ familyName }) => familyName), asked };
}

for (const lng of ["ja", "zh", "ko", "en"] as const) {
  test(`on a page in ${lng} each language has its own glyphs @scripts-only`, async ({
    page,
    speak,
    signIn,
    sandbox,
  }) => {
    const member = await sandbox.makeMember();
    const names = { ja: "かけ橋骨直", ko: "물결" };
    await sandbox.faults([
      {
        path: "/api/dao/suggestions",
        member: member.id,
        set: { "data.items.0.account_name": names.ja, "data.items.1.account_name": names.ko },
      },
    ]);
    await speak(lng);
    await signIn(page, member);
    await page.goto("/dao/suggestions");
    const protocol = await page.context().newCDPSession(page);
    await protocol.send("DOM.enable");
    await protocol.send("CSS.enable");
    const check = async (element: Locator, language: keyof typeof faces) => {
      const { drawn, asked } = await facesOf(protocol, element);
      expect(asked, language).toContain(first[language]);
      // No font of another language is in the stack.
      const order = Object.values(first).filter((face) => asked.includes(face));
      expect(order, language).toEqual([first[language]]);
      const noto = drawn.filter((face) => face.startsWith("Noto Sans CJK"));
      for (const face of noto) expect(`${face} `, language).toContain(`Noto Sans CJK ${faces[language]} `);
    };
    const main = page.getByRole("main");
    await check(main.getByText(names.ja).first(), "ja");
    await check(main.getByText(names.ko).first(), "ko");
    if (lng !== "en") {
      await page.goto("/support/faq");
      await check(main.getByRole("heading", { level: 1 }), lng);
    }
    // The language menu shows each language in its own script.
    await page
      .getByRole("banner")
      .locator("summary", { hasText: /日本語|English|한국어|中文/ })
      .first()
      .press("Enter");
    for (const [language, name] of [
      ["ja", "日本語"],
      ["zh", "中文"],
      ["ko", "한국어"],
    ] as const)
      if (language !== lng) await check(page.getByRole("button", { name: name }).first(), language);
  });
}
