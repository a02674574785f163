/** The main journeys of a visitor, for every engine. Each starts in a browser without cookies or storage. */
import { join } from "node:path";
import { privateKeyToAccount } from "viem/accounts";
import { texts } from "../kit/data/texts";
import { account, dialog, main, signsIn, type Stage, typesSignIn } from "./stage";
import { buysByBalance, buysByCard, orders } from "./store-journeys";

const common = texts("ja", "common");
const dao = texts("ja", "dao");
const my = texts("ja", "my-page");
const news = texts("ja", "news");
const support = texts("ja", "support");
const banner = { role: "banner" };
const NEXT_PASSWORD = "Lantern-7!";

async function signsUp({ visitor, sandbox }: Stage): Promise<void> {
  const email = `engine-${Date.now()}-${Math.random().toString(36).slice(2)}@soria.test`;
  await visitor.opens("/sign-up");
  await visitor.types(account("signIn.email"), email, main);
  await visitor.press("button", account("signUp.email.submit"));
  await visitor.finds({ role: "heading", name: account("signUp.code.title") });
  const [mail] = await sandbox.mail(email);
  await visitor.types(account("code.label"), mail?.code ?? "");
  if (!visitor.scripts) await visitor.press("button", account("signUp.code.submit"));
  await visitor.sees(account("code.success"));
  await visitor.press("button", account("signUp.code.continue"));
  await visitor.finds({ role: "heading", name: account("signUp.details.title") });
  await visitor.types(account("signIn.password"), NEXT_PASSWORD);
  await visitor.types(account("password.confirm"), NEXT_PASSWORD);
  await visitor.types(account("name.last"), "水野");
  await visitor.types(account("name.first"), "灯");
  await visitor.press("checkbox", account("agreement.label"));
  await visitor.press("button", account("signUp.details.submit"));
  await visitor.sees(account("signUp.done.title", { name: "水野 灯" }));
  await visitor.press("link", account("signUp.done.signIn"));
  await visitor.arrivesAt(/^\/sign-in/);
  await typesSignIn(visitor, email, NEXT_PASSWORD);
  await visitor.arrivesAt(/^\/$/);
}

/** Signs in with a wrong password first: the page empties the field and shows the number of attempts. */
async function comesBack({ visitor, sandbox }: Stage): Promise<void> {
  const { email, password } = await sandbox.makeMember();
  await visitor.opens("/my-page/history");
  await visitor.arrivesAt(/^\/sign-in\?redirectTo=/);
  await typesSignIn(visitor, email, "Wrong-2024!");
  await visitor.sees("1/5");
  await typesSignIn(visitor, email, password);
  await visitor.arrivesAt(/^\/my-page\/history/);
}

/** Announces a wallet by EIP-6963. Its key belongs to the sandbox's member with a pass (docs/decisions/0009). */
async function signsInByWallet({ visitor }: Stage): Promise<void> {
  await visitor.opens("/sign-in?mode=wallet");
  if (!visitor.scripts) return visitor.sees(account("wallet.needsScripts"));
  const wallet = privateKeyToAccount("0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d");
  await visitor.driver.evaluate(`(${announce.toString()})(${JSON.stringify(wallet.address)})`);
  await visitor.press("button", account("wallet.signInWith", { name: "Test Wallet" }));
  const message = await visitor.reads<`0x${string}`>("window.toSign");
  const signature = await wallet.signMessage({ message: { raw: message } });
  await visitor.driver.evaluate(`window.signed(${JSON.stringify(signature)})`);
  await visitor.arrivesAt(/^\/$/);
  await visitor.opens("/my-page/profile");
  await visitor.sees(/0x7099/i);
}

/** In the page: a wallet that stores the message to sign in `toSign`, and resolves when `signed` is called. */
function announce(address: string): void {
  const page = window as unknown as { toSign?: string; signed?: (signature: string) => void };
  const provider = {
    request: ({ method, params }: { method: string; params?: string[] }): Promise<unknown> => {
      if (method === "eth_requestAccounts") return Promise.resolve([address]);
      if (method === "eth_chainId") return Promise.resolve("0x1");
      return new Promise((resolve) => {
        page.signed = resolve;
        page.toSign = params?.[0] ?? "";
      });
    },
  };
  const info = {
    uuid: "350670db-19fa-4704-a166-e52e178b59d2",
    name: "Test Wallet",
    icon: "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>",
    rdns: "test.wallet",
  };
  const tell = () =>
    window.dispatchEvent(
      new CustomEvent("eip6963:announceProvider", { detail: Object.freeze({ info, provider }) }),
    );
  window.addEventListener("eip6963:requestProvider", tell);
  tell();
}

async function recovers({ visitor, sandbox }: Stage): Promise<void> {
  const { email } = await sandbox.makeMember();
  await visitor.opens("/sign-in");
  await visitor.press("link", account("signIn.forgot"));
  await visitor.arrivesAt(/^\/find-password$/);
  // The address changes up to a frame before the page, and both pages have a field with this label.
  await visitor.finds({ role: "heading", name: account("find.title") });
  await visitor.types(account("signIn.email"), email, main);
  // With scripts the button is enabled after the address has been checked.
  if (visitor.scripts) await visitor.sees(account("find.success"));
  await visitor.press("button", account("find.submit"));
  await visitor.arrivesAt(/^\/find-password\/email-sent/);
  const [mail] = await sandbox.mail(email);
  const link = new URL(mail?.link ?? "");
  await visitor.opens(link.pathname + link.search);
  await visitor.arrivesAt(/^\/change-password$/);
  await visitor.types(account("change.password"), NEXT_PASSWORD);
  await visitor.types(account("change.confirm"), NEXT_PASSWORD);
  await visitor.press("button", account("change.submit"));
  await visitor.arrivesAt(/^\/change-password\/complete/);
  await visitor.press("link", account("changed.signIn"), main);
  await visitor.arrivesAt(/^\/sign-in/);
  await typesSignIn(visitor, email, NEXT_PASSWORD);
  await visitor.arrivesAt(/^\/$/);
}

async function readsHistory(stage: Stage): Promise<void> {
  const { visitor } = stage;
  await signsIn(stage, { history: 40, balances: { soria: 9_000, point: 500 } });
  const apply = async () => {
    if (!visitor.scripts) await visitor.press("button", my("history.apply"));
  };
  await visitor.opens("/my-page/history");
  await visitor.press("radio", my("history.durations.MONTH"));
  await apply();
  await visitor.arrivesAt(/duration=MONTH/);
  await visitor.chooses(my("history.type"), my("history.types.REDEEM"));
  await apply();
  await visitor.arrivesAt(/transactionType=REDEEM/);
  await visitor.finds({ role: "table" });
}

async function changesNamesAndPassword(stage: Stage): Promise<void> {
  const { visitor } = stage;
  const { password } = await signsIn(stage);
  await visitor.opens("/my-page/profile");
  await visitor.types("名", "灯2");
  await visitor.press("button", my("profile.save"));
  await visitor.sees(account("name.numberForbidden"));
  await visitor.types("姓", "佐々木");
  await visitor.types("名", "あかり");
  await visitor.press("button", my("profile.save"));
  await visitor.sees(my("profile.saved"));
  await visitor.sees("佐々木 あかり");
  await visitor.types(my("password.old"), password);
  await visitor.types(my("password.new"), NEXT_PASSWORD);
  await visitor.types(my("password.confirm"), NEXT_PASSWORD);
  await visitor.press("button", my("password.save"));
  await visitor.sees(my("password.changed"));
}

async function asksSupport({ visitor }: Stage): Promise<void> {
  await visitor.opens("/support/inquiry");
  await visitor.chooses(support("inquiry.type"), "サインインできない");
  await visitor.types(support("inquiry.name"), "水野 灯");
  await visitor.types(support("inquiry.email"), "guest@example.com");
  await visitor.types(/^件名/, "入れません");
  await visitor.types(/^お問い合わせ内容/, "昨日から\nサインインできません。");
  await visitor.attaches(/添付ファイル/, join(process.cwd(), "brand/art/readme-home.jpg"));
  if (visitor.scripts) await visitor.sees("添付しました");
  const send = support("inquiry.submit");
  await visitor.press("button", send, main);
  await visitor.press("button", send, visitor.scripts ? dialog : { role: "alert" });
  await visitor.sees(/INQ-[0-9A-Z]{10}/);
}

async function readsNews({ visitor }: Stage): Promise<void> {
  await visitor.opens("/news");
  await visitor.press("link", news("types.EVENT"), main);
  await visitor.arrivesAt(/type=EVENT/);
  await visitor.types(news("search.keyword"), "島");
  await visitor.press("button", common("search.submit"));
  await visitor.arrivesAt(/keyword=/);
  await visitor.press("link", /./, {
    role: "rowgroup",
    name: undefined,
    inside: { role: "table", name: "ニュース" },
  });
  await visitor.arrivesAt(/^\/news\/\d+/);
  await visitor.finds({ role: "heading", inside: main });
}

/** The menu opens without scripts too, and the choice persists on other pages. */
async function changesLanguage({ visitor }: Stage): Promise<void> {
  await visitor.opens("/support/faq");
  await visitor.press("summary", /日本語/, banner);
  await visitor.press("button", "English", banner);
  await visitor.sees("Frequently asked questions");
  await visitor.opens("/download");
  await visitor.press("summary", /English/, banner);
  await visitor.press("button", "한국어", banner);
  await visitor.finds({ role: "summary", name: /한국어/, inside: banner });
}

async function likes(stage: Stage): Promise<void> {
  const { visitor } = stage;
  await signsIn(stage);
  await visitor.opens("/dao/suggestions/18/debates/13");
  await visitor.press("button", new RegExp(`^${dao("debate.like")}`));
  await visitor.finds({ role: "button", name: new RegExp(dao("debate.likedAlready")) });
  await visitor.sees(dao("debate.liked"));
  await visitor.opens("/dao/suggestions/18/debates/13");
  await visitor.finds({ role: "button", name: new RegExp(dao("debate.likedAlready")) });
}

async function reports(stage: Stage): Promise<void> {
  const { visitor } = stage;
  await signsIn(stage);
  await visitor.opens("/dao/report?target=SUGGESTION&id=19&back=/dao/suggestions/19");
  await visitor.press("button", dao("report.submit"), main);
  await visitor.sees(dao("report.reasonMissing"));
  await visitor.press("radio", dao("report.reasons.SPAM"));
  await visitor.types(new RegExp(`^${dao("report.detail")}`), "同じ文が何度も出ています。");
  await visitor.press("button", dao("report.submit"), main);
  await visitor.press("button", dao("report.submit"), visitor.scripts ? dialog : { role: "alert" });
  await visitor.arrivesAt(/^\/dao\/suggestions\/19/);
  await visitor.sees(dao("report.done"));
}

/** Makes the address of a calendar, replaces it and removes it. */
async function subscribes(stage: Stage): Promise<void> {
  const { visitor } = stage;
  await signsIn(stage);
  await visitor.opens("/dao");
  await visitor.press("link", dao("vote.subscribe"));
  await visitor.arrivesAt(/^\/my-page\/profile/);
  await visitor.press("button", my("calendar.make"));
  await visitor.sees(my("calendar.made"));
  await visitor.finds({ role: "field", name: my("calendar.address") });
  await visitor.press("button", my("calendar.renew"));
  await visitor.sees(my("calendar.renewed"));
  await visitor.press("button", my("calendar.remove"));
  await visitor.sees(my("calendar.removed"));
  await visitor.finds({ role: "button", name: my("calendar.make") });
}

async function leaves(stage: Stage): Promise<void> {
  const { visitor } = stage;
  await signsIn(stage);
  await visitor.opens("/my-page/terminate");
  await visitor.press("checkbox", my("terminate.confirm"));
  await visitor.press("button", my("terminate.submit"));
  await visitor.arrivesAt(/^\/$/);
  await visitor.sees(/退会のお申し込みを受け付けました/);
  await visitor.opens("/my-page");
  await visitor.arrivesAt(/^\/sign-in/);
}

export const journeys: Record<string, (stage: Stage) => Promise<void>> = {
  "sign-up": signsUp,
  "sign-in": comesBack,
  wallet: signsInByWallet,
  recovery: recovers,
  history: readsHistory,
  "names and password": changesNamesAndPassword,
  "inquiry with a picture": asksSupport,
  "purchase by balance": buysByBalance,
  "card dialog": buysByCard,
  news: readsNews,
  language: changesLanguage,
  "DAO like": likes,
  "DAO report": reports,
  "order with delivery": orders,
  "calendar address": subscribes,
  "closing the account": leaves,
};
