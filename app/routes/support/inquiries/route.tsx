import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ButtonLink, Link, StatusTag, UserText } from "~/components/text/elements";
import { EmptyState, ListStatus, Pager } from "~/components/page/list-parts";
import type { HeadOf } from "~/components/layout/area";
import { DataTable } from "~/components/list/data-table";
import { listTitle } from "~/components/document/seo";
import { SignInInvitation } from "~/components/page/sign-in-invitation";
import { Time } from "~/components/text/time";
import { defineList, PAGE_SIZE } from "~/domain/list";
import { paths } from "~/domain/paths";
import { languageOf, translator } from "~/i18n/i18n.server";
import { callApi } from "#server/api/api.server";
import { getSession, requireMember } from "#server/session/session.server";
import type { InquiryListItem } from "#server/wire/support";

const head: HeadOf = ({ t }) => ({ title: t("support:list.title"), lead: t("support:list.lead") });

export const handle = { i18n: ["support"], head };

export { unlistedMeta as meta } from "~/components/document/route-exports";

const lists = {
  requests: defineList({ path: paths.support.requests, filters: {} }),
  inquiries: defineList({ path: paths.support.inquiries, filters: {} }),
};

/** One page at two URLs: /support/requests requires sign-in, /support/inquiries invites guests to sign in. */
export async function loader(args: LoaderFunctionArgs) {
  const { pathname, searchParams } = new URL(args.request.url);
  const area = pathname.startsWith(paths.support.requests()) ? ("requests" as const) : ("inquiries" as const);
  const [session, lng] = await Promise.all([
    area === "requests" ? requireMember(args) : getSession(args),
    languageOf(args),
  ]);
  const t = translator(lng);
  const title = t("support:list.title");
  if (!session.isSignedIn) return json({ area, title, list: null, page: 1 });

  const { query, response: list } = await lists[area].load(
    lists[area].read(searchParams),
    ({ page }) => callApi("inquiries", { tokens: session, query: { page, size: PAGE_SIZE } }),
    ({ pagination }) => pagination.pageCount,
  );
  return json({ area, title: listTitle(t, title, query), list, page: query.page });
}

export default function Inquiries() {
  const { area, list, page } = useLoaderData<typeof loader>();
  const { t } = useTranslation("support");
  return (
    <div className="wrap page-body">
      {!list ? (
        <SignInInvitation back={lists[area].href({})} />
      ) : list.content.length === 0 ? (
        <EmptyState
          picture="no-inquiries"
          title={t("list.empty")}
          text={t("list.emptyText")}
          action={<ButtonLink to={paths.support.inquiry}>{t("list.new")}</ButtonLink>}
        />
      ) : (
        <>
          <div className="tbar">
            <ListStatus className="soft">{t("list.count", { count: list.pagination.itemCount })}</ListStatus>
            <ButtonLink to={paths.support.inquiry} size="small">
              {t("list.new")}
            </ButtonLink>
          </div>
          <InquiryTable
            items={list.content}
            href={area === "requests" ? paths.support.request : paths.support.inquiryItem}
          />
          <Pager {...lists[area].pager({ page }, list.pagination.pageCount)} />
        </>
      )}
    </div>
  );
}

function InquiryTable({ items, href }: { items: InquiryListItem[]; href: (publicId: string) => string }) {
  const { t } = useTranslation("support");
  return (
    <DataTable
      caption={t("list.title")}
      rows={items}
      rowKey={({ publicId }) => publicId}
      columns={[
        {
          key: "type",
          label: t("list.type"),
          className: "quiet",
          cell: ({ typeCode }) => t(`inquiryTypes.${typeCode}`),
        },
        {
          key: "subject",
          label: t("list.subject"),
          className: "title wide",
          cell: ({ publicId, subject }) => (
            <Link to={href(publicId)}>
              <UserText text={subject} />
            </Link>
          ),
        },
        {
          key: "date",
          label: t("list.date"),
          className: "quiet",
          cell: ({ createdAt }) => <Time value={createdAt} dateOnly />,
        },
        {
          key: "state",
          label: t("list.state"),
          className: "end",
          cell: ({ status }) =>
            status === undefined ? null : status === "RESOLVED" || status === "CLOSED" ? (
              <StatusTag tone="mint">{t("list.answered")}</StatusTag>
            ) : (
              <StatusTag tone="apricot">{t("list.pending")}</StatusTag>
            ),
        },
      ]}
    />
  );
}

export { PartErrorBoundary as ErrorBoundary } from "~/components/page/page-error";
