import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Alert } from "~/components/message/alert";
import { isMissing, useSuggestion } from "~/components/dao/use-suggestion";
import { VoteBars } from "~/components/dao/vote-bars";
import type { HeadOf } from "~/components/layout/area";
import { EmptyState } from "~/components/page/empty-state";
import { Pager } from "~/components/list/pager";
import { listTitle } from "~/components/document/list-title";
import { pageMeta } from "~/components/document/seo";
import { readId } from "~/domain/dao";
import { webMessage } from "~/domain/message-codes";
import { paths } from "~/domain/paths";
import { sampleVotersPage } from "~/domain/sample-voters";
import { dynamicKey } from "~/i18n/dynamic";
import { languageOf, translator } from "~/i18n/i18n.server";
import { invalidAccess, requireMember } from "#server/session/session.server";
import { VotersTable } from "./voters-table";
import "./voters.css";

function Lead() {
  const { t } = useTranslation("dao");
  return t("voters.lead", { name: useSuggestion().title });
}
const head: HeadOf = ({ t }) => ({ title: t("dao:voters.title"), lead: <Lead /> });

export const handle = { i18n: ["dao"], head };

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, { title: data?.title ?? "", noindex: true });

/** Makes no call: the specification's list is made locally (public-site-and-community.md section 2). */
export async function loader(args: LoaderFunctionArgs) {
  const { request, params } = args;
  const [session, lng] = await Promise.all([requireMember(args), languageOf(request)]);
  const id = readId(params["sId"]);
  if (id === undefined) return invalidAccess(session);
  const t = translator(lng);
  const voters = sampleVotersPage(id, new URL(request.url).searchParams.get("page"));
  return json({ voters, title: listTitle(t, t("dao:voters.title"), { page: voters.page }) });
}

export default function Voters() {
  const { voters } = useLoaderData<typeof loader>();
  const suggestion = useSuggestion();
  const { t } = useTranslation(["dao", "errors"]);
  // Nobody seems to have voted on a suggestion that does not exist; while it cannot be read, its list is shown.
  if (isMissing(suggestion) || voters.items.length === 0) {
    return (
      <EmptyState
        picture="no-suggestions"
        title={dynamicKey(t, webMessage("073"))}
        text={t("dao:voters.emptyText")}
      />
    );
  }
  return (
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
        href={(to) => paths.dao.voters(suggestion.id, { page: to === 1 ? undefined : to })}
      />
    </>
  );
}

export { PartOnlyBoundary as ErrorBoundary } from "~/components/page/part-error";
