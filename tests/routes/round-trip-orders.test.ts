/**
 * Ten random people order and pay: their names, addresses and phone numbers come back from the confirmation, the API's
 * order, the receipt, the CSV of purchases and the order sheet unchanged, or in the form that the confirmation has told
 * (docs/inputs.md). `PEOPLE_SEED` repeats a run.
 */
import { beforeAll, expect, it } from "vitest";
import { readPhone } from "~/domain/address-rules";
import { readEmail } from "~/domain/email-rules";
import { memberName } from "~/domain/member-name";
import { paths } from "~/domain/paths";
import { summaryOf } from "#server/purchases/outcomes.server";
import { readPurchases } from "#server/purchases/ledger.server";
import { ownerOf } from "#server/store/encryption.server";
import { sandbox } from "../mocks/server";
import { people } from "../kit/data/people";
import { ORIGIN, SiteBrowser, wordsOf } from "../kit/visitors/site-browser";
import { withSite } from "../kit/visitors/whole-site";
import { enter } from "./form-site";
import { chargeCard, itemIn } from "./store-support";
import { seedOf } from "../kit/data/random";

const SEED = seedOf("PEOPLE_SEED");
const COUNT = 10;

const site = withSite(["account", "my-page", "store"]);
let item: number;
beforeAll(async () => {
  item = await itemIn("USD");
});

/** White space in HTML is shown as one space. */
const shown = (text: string) => text.replace(/\s+/g, " ").trim();

async function text(browser: SiteBrowser, path: string): Promise<string> {
  return (await browser.ask(new Request(ORIGIN + path, { headers: browser.headers() }))).text();
}

it(`brings back what people order and pay with (PEOPLE_SEED=${SEED})`, async () => {
  const of = people(SEED);
  for (let number = 0; number < COUNT; number += 1) {
    const [firstName, lastName] = [of.name(), of.name()];
    const member = await (await sandbox()).make({ firstName, lastName });
    const phone = of.dressedDigits(11).raw;
    const typed = {
      ...{ customerName: of.name(), shippingName: `${of.name()} ${of.name()}` },
      ...{ customerPhone: phone, shippingPhone: `${phone} 内線 12`, customerEmail: of.email() },
      ...{ postalCode: `${of.dressedDigits(3, []).plain} - ${of.dressedDigits(4, []).plain}` },
      ...{ address: `${of.name()} 1-2-3`, detailedAddress: `${of.name()} 🏠 3F` },
      ...{ paymentMethod: "STRIPE", thirdParty: "on", process: "on" },
    };
    const told = {
      ...{ customerName: typed.customerName, shippingName: typed.shippingName },
      ...{ address: typed.address, detailedAddress: typed.detailedAddress },
      ...{ customerPhone: readPhone(phone), shippingPhone: `${readPhone(phone)} 内線 12` },
      ...{ customerEmail: readEmail(typed.customerEmail), postalCode: typed.postalCode.replaceAll(" ", "") },
    };
    const who = JSON.stringify({ SEED, number, firstName, lastName, ...typed });

    const browser = new SiteBrowser(site, false, "ja");
    await enter(browser, member);
    const form = await browser.open(paths.store.checkout(item));
    const confirmation = await browser.send(form, "checkout", typed);
    const words = wordsOf(confirmation.html);
    for (const value of Object.values(told)) expect(words, who).toContain(shown(value ?? "missing"));

    // As the page's script does, which then shows the card's fields.
    await browser.send(confirmation, "confirm-order", { script: "ready" });
    const [order] = await (
      await sandbox()
    ).services.db.all<{ delivery: string; number: string }>(
      "SELECT delivery, number FROM orders WHERE member_id = ?",
      [member.id],
    );
    const sent = JSON.parse(order?.delivery ?? "{}") as Record<string, Record<string, string>>;
    const delivered = Object.values(sent).flatMap((part) => Object.values(part));
    expect(delivered, who).toEqual(expect.arrayContaining(Object.values(told)));

    const [purchase] = await readPurchases(ownerOf(member.id));
    expect(await chargeCard({ clientSecret: purchase?.clientSecret ?? "" }), who).toBe(200);
    const receipt = await browser.open(paths.store.purchase(purchase?.key ?? ""));
    const [paid] = await readPurchases(ownerOf(member.id));
    expect(paid?.state, who).toBe("captured");
    if (!paid) throw new Error("nothing was bought");
    const { name, orderNumber = "", transactionId = "" } = summaryOf(paid);
    expect(orderNumber, who).toBe(order?.number);
    for (const part of [name, orderNumber, transactionId])
      expect(wordsOf(receipt.html), who).toContain(shown(part));

    const [, row, ...others] = (await text(browser, paths.myPage.purchasesCsv)).trimEnd().split("\r\n");
    expect(others, who).toEqual([]);
    expect(row?.split(","), who).toEqual(expect.arrayContaining([name, orderNumber, transactionId]));

    const sheet = wordsOf((await browser.open(paths.myPage.order(orderNumber))).html);
    const buyer = memberName({ firstName, lastName }, "ja") ?? "";
    for (const part of [buyer, member.email ?? "", orderNumber, name])
      expect(sheet, who).toContain(shown(part));
  }
}, 120_000);

it(`mails people at the address that they gave (PEOPLE_SEED=${SEED})`, async () => {
  const of = people(SEED);
  const browser = new SiteBrowser(site, false, "ja");
  for (let number = 0; number < COUNT; number += 1) {
    const email = `o${SEED}-${number}${of.email()}`;
    const who = JSON.stringify({ SEED, number, email });
    // The form is told: the domain in ASCII, as the mail has it.
    const member = await (await sandbox()).make({ email: readEmail(email) });
    const form = await browser.open(paths.findPassword);
    await browser.send(form, "find-password", { email });
    const mails = await (await sandbox()).mails(readEmail(email));
    expect(mails, who).toMatchObject([
      { to: member.email, link: expect.stringContaining("token=") as string },
    ]);
  }
});
