import type { Page } from "@playwright/test";
import { generatePrivateKey, privateKeyToAccount, type PrivateKeyAccount } from "viem/accounts";
import { expect, test } from "../kit/browser/fixtures";
import { texts } from "../kit/data/texts";

/** Development keys 1 and 2 of Hardhat and Anvil (docs/decisions/0009). */
const withPass = privateKeyToAccount("0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d");
const withoutPass = privateKeyToAccount("0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a");
const t = texts("ja", "account");
const errors = texts("ja", "errors");

interface WalletOptions {
  /** The EIP-1193 error that rejects every signature request. */
  refuses?: { code: number };
  name?: string;
}

/** Announces a wallet to the page as EIP-6963 requires; its key stays in the test process. */
async function announceWallet(
  page: Page,
  account: PrivateKeyAccount,
  { refuses, name = "Test Wallet" }: WalletOptions = {},
) {
  const signed: string[] = [];
  const bridge = `sign${name.replace(/\W/g, "")}`;
  await page.exposeFunction(bridge, async (hex: `0x${string}`) => {
    const signature = await account.signMessage({ message: { raw: hex } });
    signed.push(signature);
    return signature;
  });
  await page.addInitScript(
    ({ address, refuses, name, bridge }) => {
      const sign = (hex: string) =>
        (window as unknown as Record<string, (hex: string) => Promise<string>>)[bridge]?.(hex);
      const provider = {
        async request({ method, params }: { method: string; params?: string[] }) {
          if (method === "eth_requestAccounts") return [address];
          if (method === "eth_chainId") return "0x1";
          if (refuses) throw Object.assign(new Error("refused"), refuses);
          if (method === "personal_sign") return sign(params?.[0] ?? "");
          throw Object.assign(new Error(method), { code: 4200 });
        },
      };
      const info = {
        uuid: `350670db-19fa-4704-a166-${bridge}`,
        name,
        icon: "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>",
        rdns: `test.${bridge.toLowerCase()}`,
      };
      const announce = () =>
        window.dispatchEvent(
          new CustomEvent("eip6963:announceProvider", { detail: Object.freeze({ info, provider }) }),
        );
      window.addEventListener("eip6963:requestProvider", announce);
      announce();
    },
    { address: account.address, refuses, name, bridge },
  );
  return signed;
}

const press = (page: Page, text = "wallet.signInWith") =>
  page.getByRole("button", { name: t(text, { name: "Test Wallet" }) }).click();

test.describe("with a wallet @scripts-only", () => {
  // The browser logs each file that failed to load.
  test.use({ allowed: [/net::ERR_FAILED|Failed to fetch dynamically imported module/] });

  test("that holds a pass: signs in, and goes back to where it came from [A007.3]", async ({
    page,
    checkA11y,
  }) => {
    await announceWallet(page, withPass);
    await page.goto("/sign-in?mode=wallet&redirectTo=%2Fnews");
    await expect(page.getByRole("button", { name: "Test Wallet" })).toBeVisible();
    await checkA11y(page);
    await press(page);
    await expect(page).toHaveURL("/news");
    await page.goto("/my-page/profile");
    await expect(page.getByText(/0x7099/i).first()).toBeVisible();
  });

  test("without a pass: WEB-003 [A200.3]", async ({ page }) => {
    await announceWallet(page, withoutPass);
    await page.goto("/sign-in?mode=wallet");
    await press(page);
    await expect(page.getByRole("alert")).toContainText(errors("web.003"));
  });

  test("whose address is not registered: WEB-004, and a way to register", async ({ page }) => {
    await announceWallet(page, privateKeyToAccount(generatePrivateKey()));
    await page.goto("/sign-in?mode=wallet");
    await press(page);
    await expect(page.getByRole("alert")).toContainText(errors("web.004"));
    await press(page, "wallet.registerWith");
    await expect(page.getByRole("alert")).toContainText(errors("web.003"));
  });

  // Other error codes and their messages: tests/unit/components/sign-with-wallet.test.ts.
  test("that refuses to sign: the page says so", async ({ page }) => {
    await announceWallet(page, withPass, { refuses: { code: 4001 } });
    await page.goto("/sign-in?mode=wallet");
    await press(page);
    await expect(page.getByRole("alert")).toContainText(t("wallet.refused"));
  });

  test("that never answers: can be given up, and a late answer changes nothing", async ({ page }) => {
    await page.addInitScript(() => {
      const late: ((accounts: string[]) => void)[] = [];
      const request = () => new Promise<string[]>((resolve) => late.push(resolve));
      Object.assign(window, { ethereum: { request }, respondLate: () => late.forEach((done) => done([])) });
    });
    await page.goto("/sign-in?mode=wallet");
    const sign = page.getByRole("button", { name: t("wallet.signInWith", { name: t("wallet.ofBrowser") }) });
    await sign.click();
    await expect(page.getByText(t("wallet.waiting"))).toBeVisible();
    await page.getByRole("button", { name: t("wallet.giveUp") }).click();
    await expect(sign).toHaveAttribute("aria-disabled", "false");
    await page.evaluate(() => (window as unknown as { respondLate: () => void }).respondLate());
    await expect(page.getByText(t("wallet.giveUp"))).toHaveCount(0);
    await expect(page.getByRole("alert")).toHaveCount(0);
  });

  test("whose part of the page cannot be fetched: said, with a way on; one that needs no asking works", async ({
    page,
  }) => {
    await page.route("**/assets/*.js", async (route) => {
      const response = await route.fetch();
      const isIt = (await response.text()).includes("eip6963:requestProvider");
      await (isIt ? route.abort() : route.fulfill({ response }));
    });
    await page.goto("/sign-in?mode=wallet");
    await expect(page.getByRole("alert")).toContainText(t("wallet.unknown"));
    await page.addInitScript(() => {
      const request = () => Promise.reject(Object.assign(new Error("no"), { code: 4001 }));
      Object.assign(window, { ethereum: { request } });
    });
    await page.getByRole("link", { name: t("wallet.again") }).click();
    await page.getByRole("button", { name: t("wallet.signInWith", { name: t("wallet.ofBrowser") }) }).click();
    await expect(page.getByRole("alert")).toContainText(t("wallet.refused"));
  });

  test("beside another one: each has its button, and the one that is pressed signs", async ({ page }) => {
    const first = await announceWallet(page, withoutPass, { name: "First Wallet" });
    const second = await announceWallet(page, withPass, { name: "Second Wallet" });
    await page.goto("/sign-in?mode=wallet");
    await expect(page.getByRole("button", { name: /First Wallet|Second Wallet/ })).toHaveCount(2);
    await page.getByRole("button", { name: "Second Wallet" }).click();
    await expect(page).toHaveURL("/");
    expect(first).toHaveLength(0);
    expect(second).toHaveLength(1);
  });

  test("whose signature is sent again in the same session: refused", async ({ page, baseURL }) => {
    const signed = await announceWallet(page, withoutPass);
    await page.goto("/sign-in?mode=wallet");
    await press(page);
    await expect(page.getByRole("alert")).toContainText(errors("web.003"));
    // With the message still in the session, the response would be WEB-003 again.
    const response = await page.request.post("/sign-in?mode=wallet", {
      form: { intent: "wallet", signature: signed[0] ?? "" },
      headers: { Origin: baseURL ?? "" },
      maxRedirects: 0,
    });
    expect(response.status()).toBe(400);
    const html = await response.text();
    expect(html).toContain(t("wallet.failed"));
    expect(html).not.toContain(`<div>${errors("web.003")}</div>`);
  });

  test("whose signature is sent a second time: refused", async ({ page, baseURL }) => {
    const signed = await announceWallet(page, withPass);
    await page.goto("/sign-in?mode=wallet");
    await press(page);
    await expect(page).toHaveURL("/");
    // An attacker who has the signature: it does not sign in without the session.
    await page.context().clearCookies();
    const response = await page.request.post("/sign-in?mode=wallet", {
      form: { intent: "wallet", signature: signed[0] ?? "" },
      headers: { Origin: baseURL ?? "" },
      maxRedirects: 0,
    });
    expect(response.status()).toBe(400);
  });
});

test("without a wallet, the panel says so and offers e-mail", async ({ page, scripts }) => {
  await page.goto("/sign-in?mode=wallet");
  // Playwright's text locators ignore the content of noscript, even if the browser shows it.
  const text = scripts ? page.getByText(t("wallet.none")) : page.locator("main noscript p");
  await expect(text).toBeVisible();
  await expect(text).toHaveText(t(scripts ? "wallet.none" : "wallet.needsScripts"));
  await page.getByRole("link", { name: t("wallet.useEmail") }).click();
  await expect(page.getByRole("textbox", { name: t("signIn.email") })).toBeVisible();
});
