import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { paths } from "~/domain/paths";
import { safeRedirect } from "~/domain/safe-redirect";
import { languageCookie } from "~/i18n/i18n.server";
import { isLanguage } from "~/i18n/languages";
import { env } from "#server/env.server";
import { readForm } from "#server/forms/form.server";
import { requireOwnOrigin } from "#server/request/own-origin.server";

export function loader() {
  return redirect(paths.home, 303);
}

/** Keeps the language in a cookie and goes back to the page (docs/decisions/0003). */
export async function action({ request }: ActionFunctionArgs) {
  requireOwnOrigin(request);
  const form = await readForm(request);
  const lng = form.get("lng");
  const target = new URL(safeRedirect(form.get("redirectTo"), paths.home), "http://site.invalid");
  // A language in the address would win over the choice that was just made.
  target.searchParams.delete("lng");
  const headers = new Headers();
  if (isLanguage(lng)) {
    const secure = env().siteUrl?.startsWith("https:") ?? false;
    headers.append("Set-Cookie", await languageCookie.serialize(lng, { secure }));
  }
  return redirect(target.pathname + target.search, { status: 303, headers });
}
