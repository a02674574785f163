import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { type ClientActionFunctionArgs, useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { isOffline, orOffline, unlessOffline } from "~/components/document/offline";
import { OfflineAlert } from "~/components/message/offline-alert";
import { PageHead } from "~/components/page/page-head";
import { pageMeta } from "~/components/document/seo";
import { paths } from "~/domain/paths";
import { safeRedirect } from "~/domain/safe-redirect";
import { languageOf, translator } from "~/i18n/i18n.server";
import { walletChains } from "#server/api/wallet.server";
import { getSession } from "#server/session/session.server";
import { signInAction } from "./action.server";
import { ModeSwitch } from "./mode-switch";
import { SignInForm } from "./sign-in-form";
import { UnlockForm } from "./unlock-form";
import { WalletPanel } from "./wallet-panel";
import { useHashTarget } from "./use-hash-target";

export const handle = { i18n: ["account"] };

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, {
    title: data?.title ?? "",
    description: data?.description,
    canonicalPath: paths.signIn(),
    image: "account",
  });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const [session, lng] = await Promise.all([getSession({ request, context }), languageOf(request)]);
  const { searchParams } = new URL(request.url);
  const redirectTo = safeRedirect(searchParams.get("redirectTo"), paths.home);
  if (session.isSignedIn) throw redirect(redirectTo, 303);
  return json({
    redirectTo,
    mode: searchParams.get("mode") === "wallet" ? ("wallet" as const) : ("email" as const),
    chains: walletChains(),
    title: translator(lng)("account:signIn.title"),
    description: translator(lng)("account:signIn.description"),
  });
}

export async function action(args: ActionFunctionArgs) {
  return signInAction(args);
}

export async function clientAction({ serverAction }: ClientActionFunctionArgs) {
  return orOffline(() => serverAction<typeof action>());
}

export const shouldRevalidate = unlessOffline;

export default function SignIn() {
  const { redirectTo: asked, mode, chains } = useLoaderData<typeof loader>();
  const redirectTo = useHashTarget(asked);
  const result = useActionData<typeof action>();
  const answer = result && !isOffline(result) ? result : undefined;
  const { t } = useTranslation("account");
  return (
    <>
      <PageHead scene="account" size="task" title={t("signIn.head")} lead={t("signIn.lead")} />
      <div className="form-page">
        <OfflineAlert answer={result} />
        {answer?.step === "unlock" ? (
          <UnlockForm answer={answer} redirectTo={redirectTo} />
        ) : (
          <section className="panel form-panel">
            <h2>{t("signIn.title")}</h2>
            <ModeSwitch mode={mode} redirectTo={redirectTo} />
            {mode === "wallet" ? (
              <WalletPanel
                answer={answer?.step === "wallet" ? answer : undefined}
                redirectTo={redirectTo}
                chains={chains}
              />
            ) : (
              <SignInForm answer={answer?.step === "sign-in" ? answer : undefined} redirectTo={redirectTo} />
            )}
          </section>
        )}
      </div>
    </>
  );
}
