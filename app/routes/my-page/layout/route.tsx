import "./my-page.css";
import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, type ShouldRevalidateFunctionArgs, useLoaderData, useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Alert } from "~/components/message/alert";
import { PageHead } from "~/components/page/page-head";
import { Tabs } from "~/components/page/tabs";
import { paths } from "~/domain/paths";
import { memberOf } from "#server/member/member.server";
import { requireMember } from "#server/session/session.server";
import { Balances } from "./balances";
import { HashLinks } from "./hash-links";
import { Island, useIsland } from "./island";

export const handle = { i18n: ["my-page"] };

export async function loader(args: LoaderFunctionArgs) {
  const { user, failure } = await memberOf(await requireMember(args));
  const { firstName, lastName, soriaAmount, soriaPlusAmount, pointAmount } = user;
  return json({
    firstName,
    lastName,
    balances: { soriaAmount, soriaPlusAmount, pointAmount },
    isStale: failure !== undefined,
  });
}

/** Another filter or page of a tab does not change the balances; every form and every other tab may. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  const reads = formMethod === undefined || formMethod === "GET";
  const isSameTab = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search;
  return reads && isSameTab ? false : defaultShouldRevalidate;
}

export default function MyPage() {
  const { firstName, lastName, balances, isStale } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["my-page", "common"]);
  const island = useIsland();
  const isRoot = useLocation().pathname.replace(/\/$/, "") === paths.myPage.root;
  return (
    <>
      <PageHead
        {...(island ? {} : { scene: "my-page", size: "task" })}
        title={t("my-page:title")}
        lead={t("my-page:greeting", { firstName, lastName })}
      >
        {island ? <Island {...island} /> : null}
      </PageHead>
      <div className="wrap my">
        <Balances {...balances} />
        {isStale ? <Alert role="status">{t("my-page:balance.stale")}</Alert> : null}
        <Tabs
          label={t("my-page:title")}
          items={[
            { to: paths.myPage.tools, label: t("common:nav.tools") },
            {
              to: paths.myPage.profile,
              label: t("common:nav.profile"),
              ...(isRoot ? { current: true } : {}),
            },
            { to: paths.myPage.history(), label: t("common:nav.history") },
            { to: paths.myPage.ecommerceHistory(), label: t("common:nav.orders") },
            { to: paths.myPage.terminate, label: t("common:nav.terminate") },
          ]}
        />
        {isRoot ? <HashLinks /> : null}
        <Outlet />
      </div>
    </>
  );
}
