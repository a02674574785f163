import { useLocation } from "@remix-run/react";
import type { TFunction } from "i18next";
import { newsTypeRow, newsTypes } from "~/domain/news-types";
import { paths } from "~/domain/paths";
import { Link } from "../text/elements";

export interface MenuLink {
  to: string;
  label: string;
}

export interface MenuEntry {
  label: string;
  /** Target of an entry without sub-pages; the path of each sub-page starts with it. */
  to: string;
  links?: MenuLink[];
}

/** The header's menu (specification, section 2). The store and the inquiry history are for members. */
export function menuEntries(t: TFunction<"common">, signedIn: boolean): MenuEntry[] {
  return [
    {
      label: t("nav.news"),
      to: paths.news(),
      links: [
        { to: paths.news(), label: t("nav.newsAll") },
        ...newsTypes.flatMap((type) => {
          const { menu } = newsTypeRow(type);
          return menu ? [{ to: paths.news({ type }), label: t(menu) }] : [];
        }),
      ],
    },
    { label: t("nav.introduction"), to: paths.introduction },
    { label: t("nav.download"), to: paths.download },
    ...(signedIn
      ? [
          {
            label: t("nav.store"),
            to: paths.store.root,
            links: [
              { to: paths.store.products(), label: t("nav.products") },
              { to: paths.store.soriaExchange, label: t("nav.exchange") },
            ],
          },
        ]
      : []),
    {
      label: t("nav.support"),
      to: paths.support.root,
      links: [
        { to: paths.support.faq(), label: t("nav.faq") },
        { to: paths.support.inquiry, label: t("nav.inquiry") },
        ...(signedIn ? [{ to: paths.support.requests(), label: t("nav.requests") }] : []),
      ],
    },
    {
      label: t("nav.dao"),
      to: paths.dao.root,
      links: [
        { to: paths.dao.root, label: t("nav.daoHome") },
        { to: paths.dao.mySuggestions(), label: t("nav.daoMine") },
        { to: paths.dao.operatingMethod, label: t("nav.daoMethod") },
        { to: paths.dao.members(), label: t("nav.daoMembers") },
        { to: paths.dao.suggestions(), label: t("nav.daoGovernance") },
      ],
    },
  ];
}

export function profileLinks(t: TFunction<"common">): MenuLink[] {
  return [
    { to: paths.myPage.profile, label: t("nav.profile") },
    { to: paths.myPage.tools, label: t("nav.tools") },
    { to: paths.myPage.history(), label: t("nav.history") },
    { to: paths.myPage.ecommerceHistory(), label: t("nav.orders") },
    { to: paths.myPage.terminate, label: t("nav.terminate") },
  ];
}

const newsTypeIn = (query: string) => new URLSearchParams(query).get("type") || null;

/** Link of a menu, marked if it leads to the current page: same path and same news type. */
export function MenuItem({ to, label }: MenuLink) {
  const { pathname, search } = useLocation();
  const [path, query = ""] = to.split("?");
  const isCurrent = path === pathname && newsTypeIn(query) === newsTypeIn(search);
  return (
    <Link to={to} aria-current={isCurrent ? "page" : undefined}>
      {label}
    </Link>
  );
}

export const isInArea = (area: string, pathname: string): boolean =>
  pathname === area || pathname.startsWith(`${area}/`);
