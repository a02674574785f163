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
import { readPassword } from "~/domain/readers";
import { action as signInAction } from "~/routes/account/sign-in/route";
import { action as signUpAction, loader as signUpLoader } from "~/routes/account/sign-up/route";
import { loader as dataLoader } from "~/routes/my-page/data/route";
import { action as profileAction, loader as profileLoader } from "~/routes/my-page/profile/route";
import { action as checkoutAction } from "~/routes/store/checkout/route";
import { confirmAction } from "~/routes/store/confirm-order/action.server";
import { loader as confirmLoader } from "~/routes/store/confirm-order/route";
import { sandbox } from "../mocks/server";
import { people } from "../setup/people";
import { errorsOf, Visitor } from "../setup/visitor";
import { itemIn, Shopper } from "./store-support";

const SEED = Number(process.env["PEOPLE_SEED"] ?? Date.now() % 1_000_000);
const COUNT = 200;

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

it(`brings back what people order with (PEOPLE_SEED=${SEED})`, async () => {
  const of = people(SEED);
  const card = await itemIn("USD");
  const shopper = await Shopper.come();
  const path = (rest = "") => `/store/products/${card}/checkout${rest}`;
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
    const answer = await shopper.send(checkoutAction, path(), typed, { id: `${card}` });
    expect(answer.headers.get("location"), who).toBe(path("/confirm"));
    const page = (await (await shopper.load(confirmLoader, path("/confirm"), { id: `${card}` })).json()) as {
      order: { fields: Record<string, string> };
    };
    expect(page.order.fields, who).toEqual({
      ...{ customerName: typed.customerName, shippingName: typed.shippingName },
      ...{ address: typed.address, detailedAddress: typed.detailedAddress, paymentMethod: "STRIPE" },
      // Told by the confirmation page: the forms that are sent.
      ...{ customerPhone: readPhone(phone), shippingPhone: `${readPhone(phone)} 内線 12` },
      ...{ customerEmail: readEmail(typed.customerEmail) },
      postalCode: expect.stringMatching(/^\d{3}-\d{4}$/) as string,
    });
  }
  await shopper.send(confirmAction, path("/confirm"), {}, { id: `${card}` });
  expect((await shopper.books()).orders).toHaveLength(1);
}, 120_000);

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
