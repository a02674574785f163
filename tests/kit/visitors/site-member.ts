/** A member who uses a running site without scripts: the actions of a visit, and whether the site allowed them. */
import { picture } from "../data/pictures";
import { ORIGIN, SiteBrowser, siteAt, type Shown, wordsOf } from "./site-browser";
import { PASSWORD, type SandboxClient } from "./sandbox-client";

/** The site responded with 503 or 429: the store or the API is unavailable, or a limit is reached. */
export class RefusedError extends Error {
  override name = "RefusedError";
}

/** A member's page redirected to the sign-in. */
class SignedOutError extends Error {
  override name = "SignedOutError";
}

/** Ignores errors such as an insufficient balance, but rethrows RefusedError. */
function unlessRefused(error: unknown): string {
  if (error instanceof RefusedError) throw error;
  return String(error);
}

/** Actions of a member. Each throws RefusedError if the site rejects it, and Error on any other unexpected result. */
export class SiteMember {
  readonly browser: SiteBrowser;

  /** @param origin of the site, or of the balancer in front */
  constructor(
    origin: string,
    private readonly sandbox: SandboxClient,
    readonly email: string,
    readonly password = PASSWORD,
  ) {
    this.browser = new SiteBrowser(siteAt(origin), false);
  }

  async open(path: string): Promise<Shown> {
    return good(await this.browser.open(path), `GET ${path}`);
  }

  /**
   * Submits a form of a page with the typed fields.
   * @returns the page that it leads to
   */
  async send(page: Shown, form: string, typed: Record<string, string>): Promise<Shown> {
    return good(await this.browser.send(page, form, typed), `${form} of ${page.path}`);
  }

  /**
   * Opens a page that only a member sees.
   * @throws SignedOutError if the site redirects to the sign-in
   */
  async openOwn(path: string): Promise<Shown> {
    const page = await this.open(path);
    if (page.path.startsWith("/sign-in"))
      throw new SignedOutError(`${this.email}: ${path} led to ${page.path}`);
    return page;
  }

  /** Registers with the code from the mail. */
  async signUp(): Promise<void> {
    const code = await this.send(await this.open("/sign-up"), "sign-up-email", {
      intent: "send-code",
      email: this.email,
    });
    const [mail] = await this.sandbox.mail(this.email);
    const authCode = mail?.code ?? "";
    const verified = await this.send(code, "sign-up-code", { intent: "verify", authCode });
    const details = await this.send(verified, "sign-up-code", { intent: "continue" });
    const fields = { password: this.password, passwordConfirm: this.password, agreement: "on" };
    const names = { firstName: "灯", lastName: "水野" };
    await this.send(details, "sign-up-details", { intent: "details", ...fields, ...names });
  }

  async signIn(): Promise<void> {
    const page = await this.open("/sign-in");
    const next = await this.send(page, "sign-in", {
      intent: "sign-in",
      email: this.email,
      password: this.password,
    });
    if (next.path.startsWith("/sign-in")) throw new Error(`no sign-in: ${sentencesOf(next)}`);
  }

  async signOut(): Promise<void> {
    const response = await this.browser.fetch("/sign-out", {});
    await response.arrayBuffer();
    if (response.status !== 303) throw new RefusedError(`sign-out answered ${response.status}`);
  }

  /** Returns false if the profile page redirects to the sign-in. */
  async isSignedIn(): Promise<boolean> {
    return !(await this.open("/my-page/profile")).path.startsWith("/sign-in");
  }

  /**
   * Buys an item with a balance.
   *
   * @param page the item's page if it was opened earlier
   * @returns the key of the purchase if its outcome is not known yet
   */
  async buy(item: number, page?: Shown): Promise<string | undefined> {
    const choice = { intent: "buy", quantity: "1", paymentType: "BALANCE", confirm: "on" };
    const next = await this.send(page ?? (await this.openOwn(`/store/products/${item}`)), "buy", choice);
    // Loading the picture in the message confirms that it was displayed. Until then the purchase intention continues.
    for (const [, source = ""] of next.html.matchAll(/src="([^"]*\/complete\/shown[^"]*)"/g))
      await this.browser.open(source.replaceAll("&amp;", "&"));
    if (next.path.startsWith("/my-page/history")) return undefined;
    if (!next.path.startsWith("/store/products/complete"))
      throw new Error(`no purchase: ${next.status} ${next.path} ${sentencesOf(next)}`);
    if (next.html.includes('id="slip-title"')) return undefined;
    return new URL(next.path, ORIGIN).searchParams.get("purchase") ?? "";
  }

  /**
   * Buys the first item that the member's balance can pay for.
   *
   * @returns its id
   */
  async buyAnything(): Promise<number> {
    const list = await this.openOwn("/store/products");
    const ids = [...list.html.matchAll(/href="\/store\/products\/(\d+)"/g)].map(([, id]) => Number(id));
    for (const id of new Set(ids)) {
      const page = await this.openOwn(`/store/products/${id}`);
      if (!page.html.includes('value="BALANCE"') || page.html.includes("checkout")) continue;
      if ((await this.buy(id, page).catch(unlessRefused)) === undefined) return id;
    }
    throw new Error("nothing is for sale");
  }

  /** @param letter makes the name differ: unchanged names are not sent to the API */
  async saveNames(letter: string, page?: Shown): Promise<void> {
    const profile = page ?? (await this.openOwn("/my-page/profile"));
    const fields = { intent: "names", firstName: `Sora${letter}`, lastName: "水野" };
    const next = await this.send(profile, "names", fields);
    if (next.path !== "/my-page/profile") throw new Error(`names led to ${next.path}`);
  }

  /** Sends a support inquiry: fills in the form, reviews and submits it. */
  async inquire(subject: string, page?: Shown): Promise<void> {
    const typed = { typeCode: "BUG_ERROR", name: "灯", email: this.email, subject, message: "m" };
    const review = await this.send(page ?? (await this.open("/support/inquiry")), "inquiry", typed);
    const next = await this.send(review, "inquiry", { ...typed, confirmed: "yes" });
    if (next.path === "/support/inquiry" && next.html.includes('id="inquiry"'))
      throw new Error(`no inquiry: ${next.status} ${sentencesOf(next)}`);
  }

  /** Fills in an inquiry and changes the language, so that the server keeps the draft. */
  async leaveDraft(subject: string): Promise<void> {
    const page = await this.open("/support/inquiry");
    const typed = { typeCode: "BUG_ERROR", name: "灯", email: this.email, subject, message: "m" };
    const hidden = this.browser.hidden(page, "inquiry");
    const body = { ...hidden, ...typed, lng: "ja" };
    const response = await this.browser.fetch("/language?form=inquiry&redirectTo=/support/inquiry", body);
    await response.arrayBuffer();
    if (response.status === 503) throw new RefusedError("language");
    if (response.status !== 303) throw new Error(`language answered ${response.status}`);
  }

  /** Submits an inquiry with a picture up to the review, so that the session keeps the picture. */
  async leavePicture(subject: string): Promise<void> {
    const page = await this.open("/support/inquiry");
    const form = new FormData();
    const typed = { typeCode: "BUG_ERROR", name: "灯", email: this.email, subject, message: "m" };
    for (const [name, value] of Object.entries({ ...this.browser.hidden(page, "inquiry"), ...typed }))
      form.append(name, value);
    form.append("file", new Blob([new Uint8Array(picture.png)], { type: "image/png" }), "island.png");
    const url = new URL(page.path, ORIGIN);
    const response = await this.browser.ask(
      new Request(url, { method: "POST", headers: this.browser.headers(), body: form }),
    );
    const html = await response.text();
    good({ status: response.status, path: page.path, html }, "a picture");
    if (!/name="attachment"[^>]*value="[0-9a-f]{32}"/.test(html)) throw new Error("the picture was not kept");
  }

  async hasDraft(subject: string): Promise<boolean> {
    return (await this.open("/support/inquiry")).html.includes(subject);
  }
}

function good(page: Shown, what: string): Shown {
  if (page.status === 503 || page.status === 429) throw new RefusedError(`${what}: ${page.status}`);
  if (page.status >= 400) throw new Error(`${what}: ${page.status} ${page.path} ${sentencesOf(page)}`);
  return page;
}

const sentencesOf = ({ html }: Shown) => wordsOf(html.replace(/^[\s\S]*<main/, "<main")).slice(0, 300);
