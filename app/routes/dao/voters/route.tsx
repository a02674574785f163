import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Alert, Icon } from "~/components/text/elements";
import { useSuggestion } from "~/components/dao/use-suggestion";
import { PersonTile } from "~/components/dao/person-tile";
import { SuggestionState } from "~/components/dao/suggestion-list";
import { Vote, VotePicture } from "~/components/dao/vote";
import { Time } from "~/components/text/time";
import type { HeadOf } from "~/components/layout/area";
import { EmptyState, ListStatus, Pager } from "~/components/page/list-parts";
import { listTitle } from "~/components/document/seo";
import { hasVotes, readId } from "~/domain/dao";
import { defineList } from "~/domain/list";
import { paths } from "~/domain/paths";
import { sampleVotersPage } from "~/domain/sample-voters";
import { languageOf, translator } from "~/i18n/i18n.server";
import { invalidAccess, requireMember } from "#server/session/session.server";

function Lead() {
  const { t } = useTranslation("dao");
  return t("voters.lead", { name: useSuggestion().title });
}
const head: HeadOf = ({ t }) => ({ title: t("dao:voters.title"), lead: <Lead />, figure: "dao-voters" });

export const handle = { i18n: ["dao"], head };

export { unlistedMeta as meta } from "~/components/document/route-exports";

const votersOf = (id: number) => defineList({ path: (query) => paths.dao.voters(id, query), filters: {} });

/** Makes no API call: the specification's sample list is generated locally (public-site-and-community.md section 2). */
export async function loader(args: LoaderFunctionArgs) {
  const { request, params } = args;
  const [session, lng] = await Promise.all([requireMember(args), languageOf(args)]);
  const id = readId(params["sId"]);
  if (id === undefined) return invalidAccess(session);
  const t = translator(lng);
  const { page } = votersOf(id).read(new URL(request.url).searchParams);
  const voters = sampleVotersPage(id, page);
  return json({ voters, title: listTitle(t, t("dao:voters.title"), { page: voters.page }) });
}

export default function Voters() {
  const { voters } = useLoaderData<typeof loader>();
  const { id, about, isMissing } = useSuggestion();
  const { t } = useTranslation(["dao", "errors"]);
  // A suggestion that does not exist or is not open yet has no voters. If it could not be read, the list is shown.
  if (isMissing || about?.voting === "notOpen" || about?.voter_count === 0) {
    return <EmptyState picture="no-suggestions" title={t("errors:web.073")} text={t("voters.emptyText")} />;
  }
  return (
    <>
      {about && hasVotes(about) ? (
        <section aria-labelledby="voters-bar" className="panel vote-card vote-card--alone">
          <VotePicture votes={about} size="card" />
          <div>
            <h2 id="voters-bar" className="sr">
              {t("vote.title")}
            </h2>
            <SuggestionState item={about} />
            <Vote votes={about} size="card" />
          </div>
        </section>
      ) : null}
      <div className="voters-sample">
        <Alert kind="info">
          <p>{t("voters.sample")}</p>
        </Alert>
      </div>
      <ListStatus className="soft small people-count">
        {t("voters.count", { count: voters.total })}
      </ListStatus>
      <h2 className="sr">{t("voters.table")}</h2>
      <ul className="people">
        {voters.items.map(({ account_name, created_at, vote, amount }) => (
          <PersonTile
            key={created_at}
            name={account_name}
            at={<Time value={created_at} />}
            tag={
              <span className={`cast cast--${vote.toLowerCase()}`}>
                <Icon name={vote === "AGREE" ? "ring" : "close"} size={16} />
                {t(vote === "AGREE" ? "vote.agree" : "vote.against")}
              </span>
            }
            amountLabel={t("voters.amount")}
            amount={amount}
          />
        ))}
      </ul>
      <Pager {...votersOf(id).pager({ page: voters.page }, voters.totalPages)} />
    </>
  );
}

export { PartOnlyBoundary as ErrorBoundary } from "~/components/page/page-error";
