import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { useFormAnswer } from "~/components/form/use-page-form";
import type { HeadOf } from "~/components/layout/area";
import { PartErrorBoundary } from "~/components/page/part-error";
import { pageMeta } from "~/components/document/seo";
import { paths } from "~/domain/paths";
import { safeRedirect } from "~/domain/safe-redirect";
import { languageOf, translator } from "~/i18n/i18n.server";
import { walletChains } from "#server/api/wallet.server";
import { getSession } from "#server/session/session.server";
import { signInAction } from "./action.server";
import type { SignInStep } from "./conclude.server";
import { signInForm } from "./forms.server";
import { ModeSwitch } from "./mode-switch";
import { SignInForm } from "./sign-in-form";
import { UnlockForm } from "./unlock-form";
import { WalletPanel } from "./wallet-panel";
import { useHashTarget } from "./use-hash-target";

const head: HeadOf = ({ t }) => ({ title: t("account:signIn.head"), lead: t("account:signIn.lead") });

export const handle = { i18n: ["account"], head };

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, {
    title: data?.title ?? "",
    description: data?.description,
    canonicalPath: paths.signIn(),
  });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const [session, lng] = await Promise.all([getSession({ request, context }), languageOf(request)]);
  const { searchParams } = new URL(request.url);
  const redirectTo = safeRedirect(searchParams.get("redirectTo"), paths.home);
  if (session.isSignedIn && !searchParams.has("again")) throw redirect(redirectTo, 303);
  const isWallet = searchParams.get("mode") === "wallet";
  return json({
    form: isWallet ? null : signInForm.open(session, request),
    redirectTo,
    chains: walletChains(),
    title: translator(lng)("account:signIn.title"),
    description: translator(lng)("account:signIn.description"),
  });
}

export async function action(args: ActionFunctionArgs) {
  return signInAction(args);
}

export { askServer as clientAction, unlessOffline as shouldRevalidate } from "~/components/document/offline";

export default function SignIn() {
  const { form, redirectTo: asked, chains } = useLoaderData<typeof loader>();
  const redirectTo = useHashTarget(asked);
  const byEmail = useFormAnswer<SignInStep>("sign-in");
  const byWallet = useFormAnswer<SignInStep>("wallet");
  const { t } = useTranslation("account");
  return (
    <div className="form-page">
      {form && byEmail?.step === "unlock" ? (
        <UnlockForm opening={form} answer={byEmail} redirectTo={redirectTo} />
      ) : (
        <section className="panel form-panel">
          <h2>{t("signIn.title")}</h2>
          <ModeSwitch mode={form ? "email" : "wallet"} redirectTo={redirectTo} />
          {form ? (
            <SignInForm opening={form} answer={byEmail} redirectTo={redirectTo} />
          ) : (
            <WalletPanel answer={byWallet} redirectTo={redirectTo} chains={chains} />
          )}
        </section>
      )}
    </div>
  );
}

export function ErrorBoundary() {
  const [search] = useSearchParams();
  return (
    <PartErrorBoundary>
      <ModeSwitch
        mode={search.get("mode") === "wallet" ? "wallet" : "email"}
        redirectTo={safeRedirect(search.get("redirectTo"), paths.home)}
      />
    </PartErrorBoundary>
  );
}
