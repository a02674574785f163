import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { paths } from "~/domain/paths";
import { safeRedirect } from "~/domain/safe-redirect";
import { isTheme } from "~/domain/theme";
import { env } from "#server/config/env.server";
import { readForm } from "#server/forms/form.server";
import { requireOwnOrigin } from "#server/protocol/csrf.server";

const ONE_YEAR_SECONDS = 365 * 24 * 60 * 60;

export function loader() {
  return redirect(paths.home, 303);
}

/** Stores the theme in a cookie and redirects back to the page, like the language form. */
export async function action({ request }: ActionFunctionArgs) {
  requireOwnOrigin(request);
  const form = await readForm(request);
  const theme = form.get("theme");
  const headers = new Headers();
  if (isTheme(theme)) {
    const secure = env().siteUrl?.startsWith("https:") ? "; Secure" : "";
    const age = theme === "system" ? 0 : ONE_YEAR_SECONDS;
    headers.append("Set-Cookie", `theme=${theme}; Max-Age=${age}; Path=/; HttpOnly; SameSite=Lax${secure}`);
  }
  return redirect(safeRedirect(form.get("redirectTo"), paths.home), { status: 303, headers });
}
