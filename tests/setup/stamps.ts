/** Which form of the site a test means, so that it goes out with its stamp as from a page. */
import { STAMP_FIELD } from "~/domain/form-answer";

export { STAMP_FIELD };

/**
 * @param path where the form is posted to
 * @param intent the button that is pressed
 * @param purchase which one the form acts on, where it acts on a purchase
 * @returns the form's name, and the page that has it; undefined for those that need no stamp
 */
export function formAt(path: string, intent = "", purchase = ""): { form: string; page: string } | undefined {
  const page = path.split("?")[0] ?? path;
  if (/^\/my-page(\/profile)?$/.test(page))
    return { form: intent === "password" || intent === "sessions" ? intent : "names", page };
  if (page === "/my-page/terminate") return { form: "terminate", page };
  if (page === "/change-password") return { form: "change-password", page };
  if (page === "/store/soria-exchange") return { form: "exchange", page };
  // The page of one purchase has the form that acts on it.
  if (page === "/store/products/complete") {
    return { form: "purchase", page: `${page}?purchase=${encodeURIComponent(purchase)}` };
  }
  if (/^\/store\/products\/[^/]+$/.test(page)) return { form: "buy", page };
  if (/^\/store\/products\/[^/]+\/checkout$/.test(page)) return { form: "checkout", page };
  if (page.endsWith("/checkout/confirm")) return { form: "confirm-order", page };
  if (page === "/dao/report") return { form: "report", page: path };
  if (page.endsWith("/like")) return { form: "like", page: page.replace(/\/like$/, "") };
  if (page === "/support/inquiry" || page === "/support/inquiry/attachment") {
    return { form: "inquiry", page: "/support/inquiry" };
  }
  if (/^\/support\/(inquiries|requests)\/[^/]+$/.test(page)) return { form: "reply", page };
  if (page === "/sign-up" && /^(verify|resend)$/.test(intent)) return { form: "sign-up-code", page };
  if (page === "/sign-up" && intent === "details") return { form: "sign-up-details", page };
  return undefined;
}

/** The stamp in a page's form; the like button's form has no name of its own. */
export function stampIn(html: string, form: string): string | undefined {
  const at =
    form === "like" ? html.search(/<form[^>]*\/like"/) : html.search(new RegExp(`<form[^>]*id="${form}"`));
  if (at < 0) return undefined;
  const field = new RegExp(`name="${STAMP_FIELD}"[^>]*value="([^"]+)"`).exec(html.slice(at));
  return field?.[1];
}
