import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "~/components/page/empty-state";
import type { HeadOf } from "~/components/layout/area";
import { Pager } from "~/components/list/pager";
import { PartFailed } from "~/components/page/part-error";
import { listTitle } from "~/components/document/list-title";
import { pageMeta } from "~/components/document/seo";
import { Tabs } from "~/components/page/tabs";
import { passTypes } from "~/domain/dao";
import { readPassType } from "~/domain/dao-query";
import { webMessage } from "~/domain/message-codes";
import { readPage } from "~/domain/page-window";
import { paths } from "~/domain/paths";
import { dynamicKey } from "~/i18n/dynamic";
import { languageOf, translator } from "~/i18n/i18n.server";
import { listDaoMembers } from "#server/api/dao.server";
import { daoPart, readListed } from "#server/dao/reads.server";
import { membersOf } from "#server/dao/view-models.server";
import { requireMember } from "#server/session/session.server";
import { MembersTable } from "./members-table";
import "./members.css";

const head: HeadOf = ({ t }) => ({
  title: t("dao:members.title"),
  lead: t("dao:members.lead"),
  stand: "members",
});

export const handle = { i18n: ["dao"], head };

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, { title: data?.title ?? "", noindex: true });

export async function loader(args: LoaderFunctionArgs) {
  const [session, lng] = await Promise.all([requireMember(args), languageOf(args.request)]);
  const search = new URL(args.request.url).searchParams;
  const type = readPassType(search);
  const read = (page: number) => listDaoMembers({ tokens: session, language: lng }, { type, page });
  const t = translator(lng);
  const list = await daoPart(readListed(read, readPage(search.get("page"))).then(membersOf));
  return json({
    type: type ?? null,
    list,
    title: listTitle(t, t("dao:members.title"), {
      filters: [type && t(`dao:members.types.${type}`)],
      page: list.ok ? list.value.page : 1,
    }),
  });
}

export default function Members() {
  const { type, list } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["dao", "errors"]);
  return (
    <div className="wrap sheet members">
      <Tabs
        label={t("dao:members.tabs")}
        items={[
          { to: paths.dao.members(), label: t("dao:members.all"), current: type === null },
          ...passTypes.map((pass) => ({
            to: paths.dao.members({ type: pass }),
            label: t(`dao:members.types.${pass}`),
            current: pass === type,
          })),
        ]}
      />
      {!list.ok ? (
        <PartFailed messageKey={list.messageKey} level={2} />
      ) : (
        <>
          <p className="soft small members__count" role="status">
            {t("dao:members.count", { count: list.value.total })}
          </p>
          {list.value.items.length === 0 ? (
            <EmptyState
              picture="no-results"
              title={dynamicKey(t, webMessage("095"))}
              text={t("dao:members.emptyText")}
            />
          ) : (
            <MembersTable members={list.value.items} />
          )}
          <Pager
            page={list.value.page}
            totalPages={list.value.totalPages}
            href={(page) => paths.dao.members({ type, page: page === 1 ? undefined : page })}
          />
        </>
      )}
    </div>
  );
}

export { PartErrorBoundary as ErrorBoundary } from "~/components/page/part-error";
