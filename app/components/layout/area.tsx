import type { SerializeFrom } from "@remix-run/node";
import { Outlet, useLocation, useMatches } from "@remix-run/react";
import type { FlatNamespace, TFunction } from "i18next";
import type { PropsWithChildren } from "react";
import { useTranslation } from "react-i18next";
import { PageHead, type PageHeadProps } from "../page/page-head";
import { Tabs } from "../page/tabs";
import { useRootData } from "../document/root-data";
import { isInArea, menuEntries } from "./menu-entries";

interface HeadInput<Data> {
  t: TFunction<FlatNamespace[]>;
  /** Data of the page's loader; undefined if it failed. */
  data: Data | undefined;
  pathname: string;
  params: Readonly<Record<string, string | undefined>>;
}

/** Type of `handle.head` of a page. The surrounding layout renders the head, also if the page fails. */
export type HeadOf<Loader = unknown> = (input: HeadInput<SerializeFrom<Loader>>) => PageHeadProps;

function AreaHead({ figure }: Pick<PageHeadProps, "figure">) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const page = useMatches().at(-1);
  const { head } = (page?.handle ?? {}) as { head?: (input: HeadInput<unknown>) => PageHeadProps };
  if (!page || !head) return null;
  const { data, params } = page;
  const shown = head({ t: t as unknown as HeadInput<unknown>["t"], data, pathname, params });
  return <PageHead figure={figure} size="task" {...shown} />;
}

function AreaTabs({ root }: { root: string }) {
  const { t } = useTranslation("common");
  const { pathname } = useLocation();
  const area = menuEntries(t, useRootData()?.user != null).find(({ to }) => to === root);
  const links = area?.links ?? [];
  const current =
    links.find(({ to }) => to === pathname) ?? links.find(({ to }) => to !== root && isInArea(to, pathname));
  return (
    <div className="wrap area-tabs">
      <Tabs
        label={area?.label ?? ""}
        isMenu={links.length > 2}
        items={links.map(({ to, label }) => ({ to, label, current: to === current?.to }))}
      />
    </div>
  );
}

type AreaProps = PropsWithChildren<Pick<PageHeadProps, "figure"> & { tabsOf?: string }>;

/** `tabsOf`: path of the area's entry in the header's menu; without it there are no tabs. */
export const Area = ({ figure, tabsOf, children }: AreaProps) => (
  <>
    <AreaHead figure={figure} />
    {tabsOf ? <AreaTabs root={tabsOf} /> : null}
    {children ?? <Outlet />}
  </>
);
