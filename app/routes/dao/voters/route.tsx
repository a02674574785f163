import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData, useRouteError } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Alert } from "~/components/message/alert";
import { Breadcrumb } from "~/components/page/back-link";
import { VoteBars } from "~/components/dao/vote-bars";
import { EmptyState } from "~/components/page/empty-state";
import { PageError } from "~/components/page/page-error";
import { PageHead } from "~/components/page/page-head";
import { Pager } from "~/components/list/pager";
import { listTitle } from "~/components/document/list-title";
import { pageMeta } from "~/components/document/seo";
import { readId } from "~/domain/dao";
import { webMessage } from "~/domain/message-codes";
import { paths } from "~/domain/paths";
import { sampleVotersPage } from "~/domain/sample-voters";
import { dynamicKey } from "~/i18n/dynamic";
import { languageOf, translator } from "~/i18n/i18n.server";
import { getSuggestion } from "#server/api/dao.server";
import { daoPart } from "#server/dao/reads.server";
import { invalidAccess, requireMember } from "#server/session/session.server";
import { VotersTable } from "./voters-table";
import "./voters.css";

export const handle = { i18n: ["dao"] };

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, { title: data?.title ?? "", noindex: true });

/**
 * The list itself makes no call: the specification's is made locally (public-site-and-community.md section 2). The
 * suggestion is read for its name, and so that nobody seems to have voted on one that does not exist; while the API
 * does not answer, the list is shown without the name.
 */
export async function loader(args: LoaderFunctionArgs) {
  const { request, params } = args;
  const [session, lng] = await Promise.all([requireMember(args), languageOf(request)]);
  const id = readId(params["sId"]);
  if (id === undefined) return invalidAccess(session);
  const t = translator(lng);
  const suggestion = await daoPart(getSuggestion({ tokens: session, language: lng }, id));
  const isMissing = suggestion.ok ? suggestion.value === null : suggestion.status === 404;
  const voters = isMissing ? null : sampleVotersPage(id, new URL(request.url).searchParams.get("page"));
  return json(
    {
      id,
      name: (suggestion.ok && suggestion.value?.title) || t("dao:fallbackTitle", { id }),
      voters,
      title: listTitle(t, t("dao:voters.title"), { page: voters?.page ?? 1 }),
    },
    isMissing ? { status: 404 } : {},
  );
}

export default function Voters() {
  const { id, name, voters } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["dao", "errors"]);
  return (
    <>
      <PageHead title={t("dao:voters.title")} lead={t("dao:voters.lead", { name })} scene="dao" size="task" />
      <div className="wrap sheet">
        <Breadcrumb
          label={t("dao:crumbs")}
          items={[
            { to: paths.dao.root, label: t("dao:home.name") },
            { to: paths.dao.suggestions(), label: t("dao:list.title") },
            { to: paths.dao.suggestion(id), label: name },
            { label: t("dao:voters.title") },
          ]}
        />
        {!voters || voters.items.length === 0 ? (
          <EmptyState
            picture="no-suggestions"
            title={dynamicKey(t, webMessage("073"))}
            text={t("dao:voters.emptyText")}
          />
        ) : (
          <>
            <div className="voters-sum">
              <section aria-labelledby="voters-bar" className="panel panel--pad">
                <h2 id="voters-bar">{t("dao:voters.bar")}</h2>
                <VoteBars votes={voters} />
              </section>
              <Alert kind="info">
                <p>{t("dao:voters.sample")}</p>
              </Alert>
            </div>
            <p className="soft small voters-count" role="status">
              {t("dao:voters.count", { count: voters.total })}
            </p>
            <VotersTable voters={voters.items} />
            <Pager
              page={voters.page}
              totalPages={voters.totalPages}
              href={(to) => paths.dao.voters(id, { page: to === 1 ? undefined : to })}
            />
          </>
        )}
      </div>
    </>
  );
}

export function ErrorBoundary() {
  return <PageError error={useRouteError()} />;
}
