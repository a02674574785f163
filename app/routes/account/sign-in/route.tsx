import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
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

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, { title: data?.title ?? "", canonicalPath: paths.signIn(), image: "account" });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const [session, lng] = await Promise.all([getSession({ request, context }), languageOf(request)]);
  const redirectTo = safeRedirect(new URL(request.url).searchParams.get("redirectTo"), paths.home);
  if (session.isSignedIn) throw redirect(redirectTo, 303);
  return json({ redirectTo, title: translator(lng)("account:signIn.title") });
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
      <div className="wrap form-page">
        {answer?.step === "unlock" ? (
          <UnlockForm answer={answer} redirectTo={redirectTo} />
        ) : (
          <SignInForm answer={answer} redirectTo={redirectTo} />
        )}
      </div>
    </>
  );
}
