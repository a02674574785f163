/** Somebody who uses a running site without scripts: what members do in one visit, and whether the site let them. */
import { picture } from "./pictures";
import { ORIGIN, SiteBrowser, siteAt, type Shown, wordsOf } from "./site-browser";
import { PASSWORD, type SandboxClient } from "./sandbox-client";

/** The site answered 503 or 429: the store, the API or a place was not to be had. */
export class RefusedError extends Error {
  override name = "RefusedError";
}

/** A member's page led to the sign-in. */
class SignedOutError extends Error {
  override name = "SignedOutError";
}

/** What costs more than they have is not for them. */
function unlessRefused(error: unknown): string {
  if (error instanceof RefusedError) throw error;
  return String(error);
}

/** What a member does. Each throws RefusedError where the site refuses, and Error where it does something else. */
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

  /** Sends a form of a page with what was typed. @returns the page that it leads to */
  async send(page: Shown, form: string, typed: Record<string, string>): Promise<Shown> {
    return good(await this.browser.send(page, form, typed), `${form} of ${page.path}`);
  }

  /** Opens a page that only a member sees. @throws SignedOutError when the site leads to the sign-in */
  async openOwn(path: string): Promise<Shown> {
    const page = await this.open(path);
    if (page.path.startsWith("/sign-in"))
      throw new SignedOutError(`${this.email}: ${path} led to ${page.path}`);
    return page;
  }

  /** Registers, by the code of the mail. */
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
    const answer = await this.browser.fetch("/sign-out", {});
    await answer.arrayBuffer();
    if (answer.status !== 303) throw new RefusedError(`sign-out answered ${answer.status}`);
  }

  /** Pages that answer as a member's, or lead to the sign-in. */
  async isSignedIn(): Promise<boolean> {
    return !(await this.open("/my-page/profile")).path.startsWith("/sign-in");
  }

  /**
   * Buys an item from a balance.
   *
   * @param page of the item, when it has been open for a while
   * @returns the key of the purchase when the site says that it is not known yet how it ended
   */
  async buy(item: number, page?: Shown): Promise<string | undefined> {
    const choice = { intent: "buy", quantity: "1", paymentType: "BALANCE", confirm: "on" };
    const next = await this.send(page ?? (await this.openOwn(`/store/products/${item}`)), "buy", choice);
    // The message's picture says that a browser has shown it: until then the same intention goes on.
    for (const [, source = ""] of next.html.matchAll(/src="([^"]*\/complete\/shown[^"]*)"/g))
      await this.browser.open(source.replaceAll("&amp;", "&"));
    if (next.path.startsWith("/my-page/history")) return undefined;
    if (!next.path.startsWith("/store/products/complete"))
      throw new Error(`no purchase: ${next.status} ${next.path} ${sentencesOf(next)}`);
    if (next.html.includes('id="slip-title"')) return undefined;
    return new URL(next.path, ORIGIN).searchParams.get("purchase") ?? "";
  }

  /**
   * Buys the first item that a balance of theirs pays for.
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

  /** @param letter makes the names other ones: names that stay are not sent to the API */
  async saveNames(letter: string, page?: Shown): Promise<void> {
    const profile = page ?? (await this.openOwn("/my-page/profile"));
    const fields = { intent: "names", firstName: `Sora${letter}`, lastName: "水野" };
    const next = await this.send(profile, "names", fields);
    if (next.path !== "/my-page/profile") throw new Error(`names led to ${next.path}`);
  }

  /** Asks the support something: the form, its review, and the sending. */
  async inquire(subject: string, page?: Shown): Promise<void> {
    const typed = { typeCode: "BUG_ERROR", name: "灯", email: this.email, subject, message: "m" };
    const review = await this.send(page ?? (await this.open("/support/inquiry")), "inquiry", typed);
    const next = await this.send(review, "inquiry", { ...typed, confirmed: "yes" });
    if (next.path === "/support/inquiry" && next.html.includes('id="inquiry"'))
      throw new Error(`no inquiry: ${next.status} ${sentencesOf(next)}`);
  }

  /** Types an inquiry and goes to another language: what was typed waits on the server. */
  async leaveDraft(subject: string): Promise<void> {
    const page = await this.open("/support/inquiry");
    const typed = { typeCode: "BUG_ERROR", name: "灯", email: this.email, subject, message: "m" };
    const hidden = this.browser.hidden(page, "inquiry");
    const body = { ...hidden, ...typed, lng: "ja" };
    const answer = await this.browser.fetch("/language?form=inquiry&redirectTo=/support/inquiry", body);
    await answer.arrayBuffer();
    if (answer.status === 503) throw new RefusedError("language");
    if (answer.status !== 303) throw new Error(`language answered ${answer.status}`);
  }

  /** Sends an inquiry with a picture as far as its review, and leaves: the picture waits with the session. */
  async leavePicture(subject: string): Promise<void> {
    const page = await this.open("/support/inquiry");
    const form = new FormData();
    const typed = { typeCode: "BUG_ERROR", name: "灯", email: this.email, subject, message: "m" };
    for (const [name, value] of Object.entries({ ...this.browser.hidden(page, "inquiry"), ...typed }))
      form.append(name, value);
    form.append("file", new Blob([new Uint8Array(picture.png)], { type: "image/png" }), "island.png");
    const url = new URL(page.path, ORIGIN);
    const answer = await this.browser.ask(
      new Request(url, { method: "POST", headers: this.browser.headers(), body: form }),
    );
    const html = await answer.text();
    good({ status: answer.status, path: page.path, html }, "a picture");
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
