import "./my-page.css";
import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { loadedOncePer } from "~/components/document/loaded-once";
import { Alert } from "~/components/message/alert";
import { isInArea } from "~/components/layout/menu-entries";
import { type MyPageData, useMyPage } from "~/components/layout/use-my-page";
import { PageHead } from "~/components/page/page-head";
import { Tabs } from "~/components/page/tabs";
import { memberName } from "~/domain/member-name";
import { paths } from "~/domain/paths";
import { memberOf } from "#server/member/member.server";
import { requireMember } from "#server/session/session.server";
import { Balances } from "./balances";
import { HashLinks } from "./hash-links";
import { Island, useIsland } from "./island";

export const handle = { i18n: ["my-page"] };

export async function loader(args: LoaderFunctionArgs) {
  const { user, failure } = await memberOf(await requireMember(args));
  const { firstName, lastName, email, soriaAmount, soriaPlusAmount, pointAmount } = user;
  const balances = { soriaAmount, soriaPlusAmount, pointAmount };
  const data: MyPageData = { firstName, lastName, email, balances, isStale: failure !== undefined };
  return json(data);
}

/** The balances may change with every form, but not with another tab. */
export const shouldRevalidate = loadedOncePer(() => undefined);

export default function MyPage() {
  const { balances, isStale, ...member } = useMyPage();
  const { t, i18n } = useTranslation(["my-page", "common"]);
  const name = memberName(member, i18n.language);
  const island = useIsland();
  const { pathname } = useLocation();
  const isRoot = pathname.replace(/\/$/, "") === paths.myPage.root;
  return (
    <>
      <PageHead
        {...(island ? {} : { scene: "my-page", size: "task" })}
        title={t("my-page:title")}
        {...(name ? { lead: t("my-page:greeting", { name }) } : {})}
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
            {
              to: paths.myPage.ecommerceHistory(),
              label: t("common:nav.orders"),
              ...(isInArea(paths.myPage.ecommerceHistory(), pathname) ? { current: true } : {}),
            },
            { to: paths.myPage.terminate, label: t("common:nav.terminate") },
          ]}
        />
        {isRoot ? <HashLinks /> : null}
        <Outlet />
      </div>
    </>
  );
}

export { PageErrorBoundary as ErrorBoundary } from "~/components/page/page-error";
