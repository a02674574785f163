import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { PageHead } from "~/components/page-head";
import { pageMeta } from "~/components/seo";
import { paths } from "~/domain/paths";
import { safeRedirect } from "~/domain/safe-redirect";
import { languageOf, translator } from "~/i18n/i18n.server";
import { getSession } from "#server/session/session.server";
import { signInAction } from "./action.server";
import { SignInForm } from "./sign-in-form";
import { UnlockForm } from "./unlock-form";

export const handle = { i18n: ["account"] };

export const meta = pageMeta<typeof loader>(({ data, matches }) => ({
  title: data?.title,
  matches,
  canonical: paths.signIn(),
}));

export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = await getSession({ request, context });
  const redirectTo = safeRedirect(new URL(request.url).searchParams.get("redirectTo"), paths.home);
  if (session.isSignedIn) throw redirect(redirectTo, 303);
  const t = translator(await languageOf(request));
  return json({ redirectTo, title: t("account:signIn.title") });
}

export async function action(args: ActionFunctionArgs) {
  return signInAction(args);
}

export default function SignIn() {
  const { redirectTo } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t } = useTranslation("account");
  return (
    <>
      <PageHead title={t("signIn.head")} lead={t("signIn.lead")} />
      {answer?.step === "unlock" ? (
        <UnlockForm answer={answer} redirectTo={redirectTo} />
      ) : (
        <SignInForm answer={answer} redirectTo={redirectTo} />
      )}
    </>
  );
}
