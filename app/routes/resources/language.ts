import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { languageOfTag } from "~/domain/language-tag";
import { paths } from "~/domain/paths";
import { safeRedirect } from "~/domain/safe-redirect";
import { languageCookie } from "~/i18n/i18n.server";
import { env } from "#server/config/env.server";
import { forms } from "#server/forms/define-form.server";
import { receiveForm } from "#server/forms/form-spec.server";
import { applySessionCookie, getSession } from "#server/session/session.server";

export function loader() {
  return redirect(paths.home, 303);
}

/** Browsers do not send the fragment. A link to one answer of the FAQ has it in its query as well. */
function fragmentOf({ pathname, searchParams, hash }: URL): string {
  const open = searchParams.get("open") ?? "";
  return hash || (pathname === paths.support.faq() && /^\d{1,15}$/.test(open) ? `#faq-${open}` : "");
}

/**
 * Stores the language in a cookie and redirects back to the page (docs/decisions/0003). Without scripts the button
 * submits the page's form (`?form=`), whose input is saved as a draft and shown again in the other language.
 */
export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  const { form } = await receiveForm(args);
  const { searchParams } = new URL(request.url);
  const asked = form.get("lng");
  const lng = typeof asked === "string" ? languageOfTag(asked) : undefined;
  // The page's form may have a field of the same name: on the sign-in page it is the target after sign-in.
  const back = searchParams.get("redirectTo") ?? form.get("redirectTo");
  const target = new URL(safeRedirect(back, paths.home), request.url);
  // A `lng` parameter would override the new choice.
  target.searchParams.delete("lng");
  const headers = new Headers();
  if (lng) {
    const secure = env().siteUrl?.startsWith("https:") ?? false;
    headers.append("Set-Cookie", await languageCookie.serialize(lng, { secure }));
  }
  const typedIn = forms.get(searchParams.get("form") ?? "");
  if (typedIn) await typedIn.keep(await getSession(args), form, target);
  await applySessionCookie(headers, args.context);
  return redirect(target.pathname + target.search + fragmentOf(target), { status: 303, headers });
}
