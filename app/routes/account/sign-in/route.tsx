import { json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormActionData } from "~/components/form/page-form";
import { pageMeta } from "~/components/document/seo";
import { CardErrorBoundary, CardHead } from "~/components/page/card-head";
import { Link } from "~/components/text/elements";
import { tabOfHash } from "~/domain/my-page-hashes";
import { paths } from "~/domain/paths";
import { safeRedirect } from "~/domain/safe-redirect";
import { languageOf, translator } from "~/i18n/i18n.server";
import { walletChains } from "#server/api/auth.server";
import { carriedAddress } from "#server/session/recovery.server";
import { getSession } from "#server/session/session.server";
import type { SignInStep } from "./action.server";
import { signInForm } from "./form.server";
import { SignInForm, UnlockForm, WalletPanel } from "./sign-in-forms";

export const handle = { i18n: ["account"], title: "account:signIn.title" };

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, {
    title: data?.title ?? "",
    description: data?.description,
    canonicalPath: paths.signIn(),
  });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const [session, lng] = await Promise.all([
    getSession({ request, context }),
    languageOf({ request, context }),
  ]);
  const { searchParams } = new URL(request.url);
  const redirectTo = safeRedirect(searchParams.get("redirectTo"), paths.home);
  if (session.isSignedIn && !searchParams.has("again")) throw redirect(redirectTo, 303);
  const isWallet = searchParams.get("mode") === "wallet";
  return json({
    form: isWallet ? null : signInForm.open(session, request),
    email: carriedAddress(session),
    redirectTo,
    chains: walletChains(),
    title: translator(lng)("account:signIn.title"),
    description: translator(lng)("account:signIn.description"),
  });
}

export { signInAction as action } from "./action.server";
export { clientAction, shouldRevalidate } from "~/components/document/route-exports";

/** React hook: the target with the tab in the hash (/my-page#history), which only the browser knows. */
function useHashTarget(redirectTo: string): string {
  const [target, setTarget] = useState(redirectTo);
  useEffect(() => {
    const tab = redirectTo === paths.myPage.root ? tabOfHash(window.location.hash) : undefined;
    setTarget(tab ?? redirectTo);
  }, [redirectTo]);
  return target;
}

/** Switches between e-mail and wallet: two links, so that it works without scripts. */
function ModeSwitch({ mode, redirectTo }: { mode: "email" | "wallet"; redirectTo: string }) {
  const { t } = useTranslation("account");
  return (
    <nav className="seg" aria-label={t("signIn.mode")}>
      <Link to={paths.signIn(redirectTo)} aria-current={mode === "email" ? "page" : undefined}>
        {t("signIn.byEmail")}
      </Link>
      <Link to={paths.signInWithWallet(redirectTo)} aria-current={mode === "wallet" ? "page" : undefined}>
        {t("signIn.byWallet")}
      </Link>
    </nav>
  );
}

export default function SignIn() {
  const { form, email, redirectTo: asked, chains } = useLoaderData<typeof loader>();
  const redirectTo = useHashTarget(asked);
  const byEmail = useFormActionData<SignInStep>("sign-in");
  const byWallet = useFormActionData<SignInStep>("wallet");
  const { t } = useTranslation("account");
  if (form && byEmail?.step === "unlock") {
    return <UnlockForm setup={form} actionData={byEmail} redirectTo={redirectTo} />;
  }
  return (
    <>
      <CardHead title={t("signIn.title")} lead={t("signIn.lead")} />
      <ModeSwitch mode={form ? "email" : "wallet"} redirectTo={redirectTo} />
      {form ? (
        <SignInForm setup={form} email={email} actionData={byEmail} redirectTo={redirectTo} />
      ) : (
        <WalletPanel actionData={byWallet} redirectTo={redirectTo} chains={chains} />
      )}
    </>
  );
}

export function ErrorBoundary() {
  const [search] = useSearchParams();
  return (
    <CardErrorBoundary>
      <ModeSwitch
        mode={search.get("mode") === "wallet" ? "wallet" : "email"}
        redirectTo={safeRedirect(search.get("redirectTo"), paths.home)}
      />
    </CardErrorBoundary>
  );
}
