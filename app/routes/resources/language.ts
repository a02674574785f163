import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { paths } from "~/domain/paths";
import { safeRedirect } from "~/domain/safe-redirect";
import { languageCookie } from "~/i18n/i18n.server";
import { isLanguage } from "~/i18n/languages";
import { env } from "#server/config/env.server";
import { forms } from "#server/forms/define-form.server";
import { receiveForm } from "#server/forms/form-spec.server";
import { applySessionCookie, getSession } from "#server/session/session.server";

export function loader() {
  return redirect(paths.home, 303);
}

/**
 * Stores the language in a cookie and redirects back to the page (docs/decisions/0003). Without scripts the button
 * submits the page's form (`?form=`), whose input is saved as a draft and shown again in the other language.
 */
export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  const { form } = await receiveForm(args);
  const { searchParams } = new URL(request.url);
  const lng = form.get("lng");
  // The page's form may have a field of the same name: on the sign-in page it is the target after sign-in.
  const asked = searchParams.get("redirectTo") ?? form.get("redirectTo");
  const target = new URL(safeRedirect(asked, paths.home), request.url);
  // A `lng` parameter would override the new choice.
  target.searchParams.delete("lng");
  const headers = new Headers();
  if (isLanguage(lng)) {
    const secure = env().siteUrl?.startsWith("https:") ?? false;
    headers.append("Set-Cookie", await languageCookie.serialize(lng, { secure }));
  }
  const typedIn = forms.get(searchParams.get("form") ?? "");
  if (typedIn) await typedIn.keep(await getSession(args), form, target);
  await applySessionCookie(headers, args.context);
  return redirect(target.pathname + target.search, { status: 303, headers });
}
