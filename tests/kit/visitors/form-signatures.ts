/** Finds the site's form for a test's request, to send it with the signature from its page. */
import { SIGNATURE_FIELD } from "~/domain/form-setup";

export { SIGNATURE_FIELD };

/**
 * Returns the form for a request.
 *
 * @param path target of the POST
 * @param intent the pressed button
 * @param purchase the purchase that the form acts on, if any
 * @returns the form's name and the path of its page; undefined for forms without a signature
 */
export function formAt(path: string, intent = "", purchase = ""): { form: string; page: string } | undefined {
  const page = path.split("?")[0] ?? path;
  if (/^\/my-page(\/profile)?$/.test(page))
    return { form: ["password", "sessions", "calendar"].includes(intent) ? intent : "names", page };
  if (page === "/my-page/terminate") return { form: "terminate", page };
  if (page === "/change-password") return { form: "change-password", page };
  if (page === "/store/soria-exchange") return { form: "exchange", page };
  // The form that acts on a purchase is on the page of that purchase.
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

/** Returns the signature of a form in a page. The like button's form has no name, so it is found by its action. */
export function signatureIn(html: string, form: string): string | undefined {
  const at =
    form === "like" ? html.search(/<form[^>]*\/like"/) : html.search(new RegExp(`<form[^>]*id="${form}"`));
  if (at < 0) return undefined;
  const field = new RegExp(`name="${SIGNATURE_FIELD}"[^>]*value="([^"]+)"`).exec(html.slice(at));
  return field?.[1];
}
