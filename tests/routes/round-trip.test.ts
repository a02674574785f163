/**
 * Two hundred random people sign up, sign in and order, and read what the site shows of them: each name, address and
 * password comes back unchanged, or in the form that its rule tells (docs/inputs.md). `PEOPLE_SEED` repeats a run.
 */
import { expect, it } from "vitest";
import { calendarFile } from "~/domain/calendar-file";
import { csvCell } from "~/domain/csv";
import { readPhone } from "~/domain/address-rules";
import { readEmail } from "~/domain/email-rules";
import { memberName } from "~/domain/member-name";
import { paths } from "~/domain/paths";
import type { CardSummary } from "~/domain/purchase-summary";
import { readPassword } from "~/domain/readers";
import { action as signInAction } from "~/routes/account/sign-in/route";
import { action as signUpAction, loader as signUpLoader } from "~/routes/account/sign-up/route";
import { loader as dataLoader } from "~/routes/my-page/data/route";
import { loader as orderLoader } from "~/routes/my-page/order/route";
import { action as profileAction, loader as profileLoader } from "~/routes/my-page/profile/route";
import { loader as csvLoader } from "~/routes/my-page/purchases-csv/route";
import { action as checkoutAction } from "~/routes/store/checkout/route";
import { loader as completeLoader } from "~/routes/store/complete/route";
import { confirmAction } from "~/routes/store/confirm-order/action.server";
import { loader as confirmLoader } from "~/routes/store/confirm-order/route";
import { sandbox } from "../mocks/server";
import { people } from "../kit/data/people";
import { errorsOf, Visitor } from "../kit/visitors/visitor";
import { chargeCard, itemIn, Shopper } from "./store-support";
import { seedOf } from "../kit/data/random";

const SEED = seedOf("PEOPLE_SEED");
const COUNT = 200;
/** People whose orders one member makes. */
const OF_ONE_MEMBER = 20;

it(`brings back what people sign up with (PEOPLE_SEED=${SEED})`, async () => {
  const of = people(SEED);
  for (let number = 0; number < COUNT; number += 1) {
    const [firstName, lastName, password] = [of.name(), of.name(), of.password()];
    const email = `p${SEED}-${number}${of.email()}`;
    const who = JSON.stringify({ SEED, number, firstName, lastName, email, password });
    const visitor = new Visitor(`10.${number % 250}.0.1`);
    const send = (intent: string, fields: Record<string, string> = {}) =>
      visitor.post(signUpAction, "/sign-up", { intent, ...fields });
    await visitor.get(signUpLoader, "/sign-up");
    expect(errorsOf(await send("send-code", { email })), who).toEqual({});
    const [mail] = await (await sandbox()).mails(email);
    expect(mail?.code, who).toMatch(/^\d{6}$/);
    // As an Arabic or Japanese phone copies it.
    const digits = [...(mail?.code ?? "")].map((digit) => String.fromCodePoint(0x660 + Number(digit)));
    await send("verify", {
      authCode: `\u2067${digits.slice(0, 3).join("")} ${digits.slice(3).join("")}\u2069`,
    });
    await send("continue");
    const details = { password, passwordConfirm: password.normalize("NFD"), agreement: "on" };
    expect(errorsOf(await send("details", { ...details, firstName, lastName })), who).toEqual({});

    const back = new Visitor(`10.${number % 250}.0.2`);
    const typed = { email, password: readPassword(password).normalize("NFD") };
    expect((await back.post(signInAction, "/sign-in", typed)).location, who).toBe("/");
    expect((await back.get(profileLoader, "/my-page/profile")).data, who).toMatchObject({
      firstName,
      lastName,
    });
    if (number % 20 > 0) continue;
    const exported = await back.get(dataLoader, "/my-page/data.json");
    expect(JSON.stringify(exported.data), who).toContain(JSON.stringify(firstName));
    const saved = await back.post(profileAction, "/my-page/profile", {
      ...{ intent: "names", firstName: lastName, lastName: firstName },
    });
    expect(errorsOf(saved), who).toEqual({});
    expect((await back.get(profileLoader, "/my-page/profile")).data, who).toMatchObject({
      ...{ firstName: lastName, lastName: firstName },
    });
  }
}, 120_000);

it(`brings back what people order and pay with (PEOPLE_SEED=${SEED})`, async () => {
  const of = people(SEED);
  const id = String(await itemIn("USD"));
  const { services } = await sandbox();
  const path = (rest = "") => `/store/products/${id}/checkout${rest}`;
  let shopper = await Shopper.come();
  let bought: { transactionId: string; orderNumber: string; who: string }[] = [];
  for (let number = 0; number < COUNT; number += 1) {
    const phone = of.dressedDigits(11).raw;
    const typed = {
      ...{ customerName: of.name(), shippingName: `${of.name()} ${of.name()}` },
      ...{ customerPhone: phone, shippingPhone: `${phone} 内線 12`, customerEmail: of.email() },
      ...{ postalCode: `${of.dressedDigits(3, []).raw} - ${of.dressedDigits(4, []).raw}` },
      ...{ address: `${of.name()} 1-2-3`, detailedAddress: `${of.name()} 🏠 3F` },
      ...{ paymentMethod: "STRIPE", thirdParty: "on", process: "on" },
    };
    const who = JSON.stringify({ SEED, number, ...typed });
    const response = await shopper.send(checkoutAction, path(), typed, { id });
    expect(response.headers.get("location"), who).toBe(path("/confirm"));
    const page = (await (await shopper.load(confirmLoader, path("/confirm"), { id })).json()) as {
      order: { fields: Record<string, string> };
    };
    const told = page.order.fields;
    expect(told, who).toEqual({
      ...{ customerName: typed.customerName, shippingName: typed.shippingName },
      ...{ address: typed.address, detailedAddress: typed.detailedAddress, paymentMethod: "STRIPE" },
      // Told by the confirmation page: the forms that are sent.
      ...{ customerPhone: readPhone(phone), shippingPhone: `${readPhone(phone)} 内線 12` },
      ...{ customerEmail: readEmail(typed.customerEmail) },
      postalCode: expect.stringMatching(/^\d{3}-\d{4}$/) as string,
    });

    const sent = await shopper.send(
      confirmAction,
      path("/confirm"),
      { intent: "buy", script: "ready" },
      { id },
    );
    const { payment } = (await sent.json()) as { payment: CardSummary };
    expect(await chargeCard(payment), who).toBe(200);
    const { key } = payment;
    const receipt = (await (await shopper.load(completeLoader, paths.store.purchase(key))).json()) as {
      purchase: { state: string; transactionId: string; orderNumber: string };
    };
    const { state, ...numbers } = receipt.purchase;
    expect(state, who).toBe("captured");
    bought.push({ ...numbers, who });

    // What the API delivers to is what was typed, or the form that was told.
    const order = await services.db.one<{ delivery: string }>(
      "SELECT delivery FROM orders WHERE number = ?",
      [numbers.orderNumber],
    );
    const parts = JSON.parse(order?.delivery ?? "{}") as Record<string, Record<string, string>>;
    const { paymentMethod: __, ...delivered } = told;
    expect(
      Object.values(parts).flatMap((part) => Object.values(part)),
      who,
    ).toEqual(expect.arrayContaining(Object.values(delivered)));

    if (bought.length < OF_ONE_MEMBER) continue;
    const csv = await (await shopper.load(csvLoader, paths.myPage.purchasesCsv)).text();
    const rows = csv.trimEnd().split("\r\n").slice(1).reverse();
    expect(rows).toHaveLength(OF_ONE_MEMBER);
    for (const [index, each] of bought.entries()) {
      const { transactionId, orderNumber } = each;
      expect(rows[index]?.split(","), each.who).toEqual(expect.arrayContaining([orderNumber, transactionId]));
      const sheet = await shopper.load(orderLoader, paths.myPage.order(orderNumber), { orderNumber });
      expect(await sheet.text(), each.who).toContain(orderNumber);
    }
    // A record that grows makes each purchase slower.
    shopper = await Shopper.come();
    bought = [];
  }
}, 240_000);

/** Reads one cell as RFC 4180 does. The leading apostrophe is what the CSV tells of a text. */
const readCell = (cell: string) =>
  (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell).replace(
    /^'(?=[=+\-@\d('j-s])/i,
    "",
  );
const readIcs = (file: string, name: string) =>
  new RegExp(`^${name}:(.*)$`, "m")
    .exec(file.replaceAll("\r\n ", "").replaceAll("\r\n", "\n"))?.[1]
    ?.replace(/\\([\\;,n])/g, (_, sign: string) => (sign === "n" ? "\n" : sign));

it(`brings names back from a CSV file and a calendar (PEOPLE_SEED=${SEED})`, () => {
  const of = people(SEED);
  const at = new Date("2026-12-24T23:30:00Z");
  for (let number = 0; number < COUNT; number += 1) {
    const name = memberName({ firstName: of.name(), lastName: of.name() }, "ja") ?? "";
    expect(readCell(csvCell(name)), `${SEED} ${number} ${name}`).toBe(name);
    const entry = { uid: "1", at, madeAt: at, title: name, description: "", url: "/", remindHours: 1 };
    const file = calendarFile(entry);
    expect(readIcs(file, "SUMMARY"), `${SEED} ${number} ${name}`).toBe(name);
    expect(file).not.toMatch(/\ufffd/);
  }
});
