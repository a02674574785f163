import "./my-page.css";
import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLocation, useNavigate } from "@remix-run/react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { loadedOncePer } from "~/components/document/route-exports";
import { Alert, Link } from "~/components/text/elements";
import { isInArea, profileLinks } from "~/components/layout/menu-entries";
import { type MyPageData, useMyPage, Island, IslandNews } from "~/components/layout/island";
import { Tabs } from "~/components/page/tabs";
import { Coin } from "~/components/text/amount";
import { balanceFields, currencies, currencyKeys } from "~/domain/currencies";
import { memberName } from "~/domain/member-name";
import { formatCount } from "~/domain/money";
import { myPageHashes, tabOfHash } from "~/domain/my-page-hashes";
import { paths } from "~/domain/paths";
import { arrivedOn, islandFactsOf } from "#server/island/inputs.server";
import { tellIsland } from "#server/island/svg.server";
import { memberOf } from "#server/session/member.server";
import { requireMember } from "#server/session/session.server";

export const handle = { i18n: ["my-page"] };

export async function loader(args: LoaderFunctionArgs) {
  const session = await requireMember(args);
  const [{ user, failure }, facts] = await Promise.all([memberOf(session), islandFactsOf(session)]);
  const { firstName, lastName, email, soriaAmount, soriaPlusAmount, pointAmount } = user;
  const balances = { soriaAmount, soriaPlusAmount, pointAmount };
  const island = { ...facts, ...tellIsland(facts), arrived: await arrivedOn(session, facts) };
  const data: MyPageData = { firstName, lastName, email, balances, island, isStale: failure !== undefined };
  return json(data);
}

/** Revalidates after every form submission, because the balances may change, but not after a change of tab. */
export const shouldRevalidate = loadedOncePer(() => undefined);

/** The visitor shown on each tab: public/art/visit, drawn by brand/art/people/tasks.mjs. */
const visitors = [
  { of: paths.myPage.tools, name: "tools" },
  { of: paths.myPage.history(), name: "history" },
  { of: paths.myPage.ecommerceHistory(), name: "orders" },
  { of: paths.myPage.terminate, name: "terminate" },
];

/** Frame of My page, in the same place on every tab: greeting, balances, island, tabs. */
export default function MyPage() {
  const { balances, island, isStale, ...member } = useMyPage();
  const { t, i18n } = useTranslation("my-page");
  const { t: common } = useTranslation("common");
  const name = memberName(member, i18n.language);
  const { pathname } = useLocation();
  const isRoot = pathname.replace(/\/$/, "") === paths.myPage.root;
  const visitor = visitors.find(({ of }) => isInArea(of, pathname))?.name ?? "profile";
  return (
    <>
      <div className="member" data-under-header>
        <div className="member__sky" data-ground="night">
          <img className="head__stars" src="/art/stars.svg" width={1600} height={700} alt="" />
        </div>
        <div className="wrap member__in">
          <div className="member__text" data-ground="night">
            <h1>{t("title")}</h1>
            {name ? <p>{t("greeting", { name })}</p> : null}
          </div>
          <div className="member__purse">
            <img
              className="member__visitor"
              src={`/art/visit/${visitor}.svg`}
              width={328}
              height={346}
              alt=""
            />
            <Balances {...balances} />
          </div>
          <Island {...island} />
          <Tabs
            label={t("title")}
            evenly
            isMenu
            items={profileLinks(common).map(({ to, label }) => ({
              to,
              // A shorter label: in English five words fit one line of a phone, six do not.
              label: to === paths.myPage.history() ? t("historyTab") : label,
              current: isInArea(to, pathname) || (isRoot && to === paths.myPage.profile),
            }))}
          />
        </div>
      </div>
      <div className="wrap my">
        {isStale ? <Alert role="status">{t("balance.stale")}</Alert> : null}
        <IslandNews arrived={island.arrived} />
        {isRoot ? <HashLinks /> : null}
        <Outlet />
      </div>
    </>
  );
}

function Balances(amounts: MyPageData["balances"]) {
  const { t } = useTranslation(["my-page", "common"]);
  return (
    <section aria-label={t("my-page:balance.label")}>
      <ul className="panel purse plain">
        {currencies.map((currency) => (
          <li key={currency}>
            <Coin currency={currency} size={64} />
            <span>{t(`common:currency.${currencyKeys[currency]}`)}</span>
            <b className="num">{formatCount(amounts[balanceFields[currency]])}</b>
          </li>
        ))}
      </ul>
    </section>
  );
}

/**
 * Supports URLs such as /my-page#history. The server never receives the hash, so scripts redirect to the tab; without
 * scripts the element of that id is shown (`:target`) with a link.
 */
function HashLinks() {
  const { t } = useTranslation(["my-page", "common"]);
  const { hash } = useLocation();
  const navigate = useNavigate();

  useEffect(() => {
    const tab = tabOfHash(hash);
    if (tab) navigate(tab, { replace: true });
  }, [hash, navigate]);

  return (
    <div className="hash-links">
      {myPageHashes.map(({ hash: id, to, name }) => (
        <p className="alert alert--info" id={id} key={id}>
          <span>{t("my-page:moved", { tab: t(`common:nav.${name}`) })}</span>
          <Link className="link" to={to}>
            {t("my-page:open", { tab: t(`common:nav.${name}`) })}
          </Link>
        </p>
      ))}
    </div>
  );
}

export { PageErrorBoundary as ErrorBoundary } from "~/components/page/page-error";
