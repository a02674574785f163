import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { EmptyState, ListStatus, Pager } from "~/components/page/list-parts";
import type { HeadOf } from "~/components/layout/area";
import { PartFailed } from "~/components/page/page-error";
import { listTitle } from "~/components/document/seo";
import { PersonTile } from "~/components/dao/person-tile";
import { Art, Link } from "~/components/text/elements";
import { Time } from "~/components/text/time";
import { passTypes } from "~/domain/dao";
import { choice, defineList } from "~/domain/list";
import { paths } from "~/domain/paths";
import { languageOf, translator } from "~/i18n/i18n.server";
import { callApi } from "#server/api/api.server";
import { daoPart, passesIn, readListed } from "~/routes/dao/reads.server";
import { requireMember } from "#server/session/session.server";

const head: HeadOf = ({ t }) => ({
  title: t("dao:members.title"),
  lead: t("dao:members.lead"),
  figure: "dao-members",
});

export const handle = { i18n: ["dao"], head };

export { unlistedMeta as meta } from "~/components/document/route-exports";

const memberList = defineList({ path: paths.dao.members, filters: { type: choice(passTypes) } });

export async function loader(args: LoaderFunctionArgs) {
  const [session, lng] = await Promise.all([requireMember(args), languageOf(args)]);
  const { type, page: asked } = memberList.read(new URL(args.request.url).searchParams);
  const read = (page: number) =>
    callApi("daoMembers", { tokens: session, language: lng, query: { type, page } });
  const list = await daoPart(readListed(read, asked, (member) => member));
  const t = translator(lng);
  return json({
    type: type ?? null,
    list,
    passes: passesIn(t),
    title: listTitle(t, t("dao:members.title"), {
      filters: [type && t(`dao:members.types.${type}`)],
      page: list.ok ? list.value.page : 1,
    }),
  });
}

export default function Members() {
  const { type, list, passes } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["dao", "errors"]);
  return (
    <div className="wrap sheet">
      <nav aria-label={t("members.tabs")}>
        <ul className="pass-tabs">
          {[null, ...passTypes].map((pass) => (
            <li key={pass}>
              <Link
                to={memberList.href({ type: pass ?? undefined })}
                aria-current={pass === type ? "page" : undefined}
              >
                {pass ? (
                  <img src={`/art/pass-${pass.toLowerCase()}.svg`} width={300} height={400} alt="" />
                ) : null}
                {t(pass ? `members.types.${pass}` : "members.all")}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {!list.ok ? (
        <PartFailed messageKey={list.messageKey} level={2} />
      ) : (
        <>
          <ListStatus className="soft small people-count">
            {t("members.count", { count: list.value.total })}
          </ListStatus>
          {list.value.items.length === 0 ? (
            <EmptyState
              picture="no-results"
              title={t("errors:web.095")}
              text={t(type ? "members.emptyText" : "members.noneText")}
            />
          ) : (
            <>
              <h2 className="sr">{t("members.table")}</h2>
              <ul className="people">
                {list.value.items.map(({ id, account_name, joined_at, type: pass, amount }) => (
                  <PersonTile
                    key={id}
                    name={account_name}
                    at={
                      joined_at ? (
                        <>
                          {t("members.joined")} <Time value={joined_at} dateOnly />
                        </>
                      ) : null
                    }
                    tag={
                      pass ? (
                        <span className="pass-badge">
                          <Art name={`pass-${pass.toLowerCase()}`} width={300} height={400} />
                          {passes.find((other) => other.type === pass)?.name}
                        </span>
                      ) : null
                    }
                    amountLabel={t("members.amount")}
                    amount={amount}
                  />
                ))}
              </ul>
            </>
          )}
          <Pager
            {...memberList.pager({ type: type ?? undefined, page: list.value.page }, list.value.totalPages)}
          />
        </>
      )}
    </div>
  );
}

export { PartErrorBoundary as ErrorBoundary } from "~/components/page/page-error";
