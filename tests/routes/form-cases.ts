/** Every form of the site, with how a test opens and fills it in (form-interference.test.ts, form-recovery.test.ts). */
import { sandbox } from "../mocks/server";
import { type Shown, SiteBrowser } from "../kit/visitors/site-browser";
import { enter, products, site, type World } from "./form-site";

const NEW = "Nightfall-2!";

export interface FormCase {
  name: string;
  /** guest: bound to no member; visitor: open to guests, and bound to a member if one opened it. */
  who: "guest" | "visitor" | "member";
  /** Opens the page with the form. */
  open: (world: World) => Promise<Shown> | Shown;
  /** The field values to submit, including the submit button's. */
  typed: (world: World) => Record<string, string>;
  /** The values that must not be lost. */
  words: readonly string[];
  /** The API call that the form makes; undefined if it makes none. */
  call?: string;
  /** A result code with which the call certainly had no effect. For the other forms any code will do. */
  refusal?: number;
  /** The form's state is in the guest's session. Without the session, the form cannot be submitted. */
  needsSession?: true;
}

const text = (name: string) => `${name}-灯`;
let fresh = 0;

const newEmail = () => `meeting-${Date.now()}-${fresh++}@soria.test`;
const emailOf = (world: World) => (world.email ??= newEmail());

async function codeOf(email: string): Promise<string> {
  return (await (await sandbox()).mails(email))[0]?.code ?? "";
}

async function toCode(world: World): Promise<Shown> {
  const first = await world.browser.open("/sign-up");
  return world.browser.send(first, "sign-up-email", { intent: "send-code", email: emailOf(world) });
}

async function toDetails(world: World): Promise<Shown> {
  const { browser } = world;
  const page = await toCode(world);
  const authCode = await codeOf(emailOf(world));
  const verified = await browser.send(page, "sign-up-code", { intent: "verify", authCode });
  return browser.send(verified, "sign-up-code", { intent: "continue" });
}

async function toReset({ browser }: World): Promise<Shown> {
  const api = await sandbox();
  const { email } = await api.make();
  await api.call("/auth/forgot-password", { body: { email, language: "JA" } });
  const link = new URL((await api.mails(email ?? ""))[0]?.link ?? "");
  return browser.open(link.pathname + link.search);
}

const inquiry = {
  subject: text("件名"),
  message: text("本文"),
  name: text("名"),
  email: "guest@example.com",
  confirmed: "yes",
};
export const checkout = {
  customerName: text("注文者"),
  customerPhone: "03-1234-5678",
  customerEmail: "order@example.com",
  shippingName: text("お届け先"),
  shippingPhone: "03-1234-5678",
  postalCode: "150-0001",
  address: text("住所"),
  detailedAddress: "101",
  paymentMethod: "STRIPE",
};
/** The form of an order with both consents. */
export const filledCheckout = { ...checkout, thirdParty: "on", process: "on" };

/** Submits a valid order and returns the confirmation page. */
async function toConfirmation({ browser }: World): Promise<Shown> {
  const page = await browser.open(`/store/products/${products.usd}/checkout`);
  return browser.send(page, "checkout", filledCheckout);
}
const at =
  (path: string) =>
  ({ browser }: World) =>
    browser.open(path);

export const cases: FormCase[] = [
  {
    name: "sign-in",
    who: "guest",
    open: at("/sign-in"),
    typed: () => ({ intent: "sign-in", email: "member@soria.test", password: "Soria-2024!" }),
    words: ["member@soria.test"],
    call: "POST /api/auth/sign-in",
  },
  {
    name: "find-password",
    who: "guest",
    async open(world) {
      const { email } = await (await sandbox()).make();
      world.email = email ?? "";
      return world.browser.open("/find-password");
    },
    typed: (world) => ({ intent: "send", email: emailOf(world) }),
    words: ["@soria.test"],
    call: "POST /api/auth/forgot-password",
  },
  {
    name: "change-password",
    who: "guest",
    open: toReset,
    typed: () => ({ password: NEW, passwordConfirm: NEW }),
    words: [],
    call: "PATCH /api/auth/reset-password",
    needsSession: true,
  },
  {
    name: "sign-up-email",
    who: "guest",
    open: at("/sign-up"),
    typed: (world) => ({ intent: "send-code", email: emailOf(world) }),
    words: [],
    call: "POST /api/auth/request-code",
  },
  {
    name: "sign-up-code",
    who: "guest",
    open: toCode,
    typed: () => ({ intent: "verify", authCode: "000000" }),
    words: ["000000"],
    call: "POST /api/auth/verify-code",
    needsSession: true,
  },
  {
    name: "sign-up-details",
    who: "guest",
    open: toDetails,
    typed: () => ({
      intent: "details",
      password: NEW,
      passwordConfirm: NEW,
      firstName: "灯",
      lastName: "水野",
      agreement: "on",
    }),
    words: ["水野"],
    call: "POST /api/auth/sign-up",
    needsSession: true,
  },
  {
    name: "inquiry",
    who: "visitor",
    open: at("/support/inquiry"),
    typed: () => ({ ...inquiry, typeCode: "LOGIN_FAIL" }),
    words: [inquiry.subject, inquiry.message, inquiry.name],
    call: "POST /api/support/inquiries",
  },
  {
    name: "inquiry",
    who: "member",
    open: at("/support/inquiry"),
    typed: () => ({ ...inquiry, typeCode: "BUG_ERROR" }),
    words: [inquiry.subject, inquiry.message, inquiry.name],
    call: "POST /api/support/inquiries",
  },
  {
    name: "reply",
    who: "member",
    open: (world) => world.browser.open(`/support/inquiries/${world.member?.inquiries[0]}`),
    typed: () => ({ content: text("返信"), confirmed: "yes" }),
    words: [text("返信")],
    call: "POST /api/support/inquiries/…",
  },
  {
    name: "names",
    who: "member",
    open: at("/my-page/profile"),
    typed: () => ({ intent: "names", firstName: "暁", lastName: "雲居" }),
    words: ["暁", "雲居"],
    call: "PATCH /api/users/me",
  },
  {
    name: "password",
    who: "member",
    open: at("/my-page/profile"),
    typed: () => ({
      intent: "password",
      oldPassword: "Soria-2024!",
      newPassword: NEW,
      newPasswordConfirm: NEW,
    }),
    words: [],
    call: "PATCH /api/users/me/password",
  },
  {
    name: "sessions",
    who: "member",
    async open({ browser, member }) {
      // The page shows the form only when another session exists.
      if (member) await enter(new SiteBrowser(site, false), member);
      return browser.open("/my-page/profile");
    },
    typed: () => ({ session: "others" }),
    words: [],
  },
  {
    name: "calendar",
    who: "member",
    open: at("/my-page/profile"),
    typed: () => ({ address: "renew" }),
    words: [],
  },
  {
    name: "terminate",
    who: "member",
    open: at("/my-page/terminate"),
    typed: () => ({ confirm: "on" }),
    words: [],
    call: "DELETE /api/users/me",
  },
  {
    name: "exchange",
    who: "member",
    open: at("/store/soria-exchange"),
    typed: () => ({ intent: "preview", amount: "43210" }),
    words: ["43210"],
  },
  {
    name: "buy",
    who: "member",
    open: (world) => world.browser.open(`/store/products/${products.soria}`),
    typed: () => ({ intent: "buy", quantity: "173", paymentType: "BALANCE", confirm: "on" }),
    words: ["173"],
    call: "POST /api/store/products/purchase",
    refusal: 10_002,
  },
  {
    name: "checkout",
    who: "member",
    open: (world) => world.browser.open(`/store/products/${products.usd}/checkout`),
    typed: () => filledCheckout,
    words: [checkout.customerName, checkout.address, "150-0001"],
  },
  {
    name: "confirm-order",
    who: "member",
    open: toConfirmation,
    typed: () => ({ script: "" }),
    words: [],
    call: "POST /order-service/v1/users/orders",
  },
  {
    name: "purchase",
    who: "member",
    async open(world) {
      return world.browser.send(await toConfirmation(world), "confirm-order", { script: "" });
    },
    typed: () => ({ intent: "drop" }),
    words: [],
  },
  {
    name: "report",
    who: "member",
    open: at("/dao/report?target=COMMENT&id=1&back=%2Fdao"),
    typed: () => ({ reason: "SPAM", detail: text("理由"), confirmed: "yes" }),
    words: [text("理由")],
    call: "POST /api/dao/report",
  },
  {
    name: "like",
    who: "member",
    open: at("/dao/suggestions/19/debates/1"),
    typed: () => ({}),
    words: [],
    call: "POST /api/dao/suggestions/…/like",
  },
];

/** Fills in and submits the form of a page. */
export const send = (world: World, page: Shown, form: FormCase): Promise<Shown> =>
  world.browser.send(page, form.name, form.typed(world));
