import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { SuggestionState, Until } from "~/components/dao/suggestion-list";
import { type SuggestionData, type SuggestionDetail, useSuggestion } from "~/components/dao/use-suggestion";
import { pageMeta } from "~/components/document/seo";
import type { HeadOf } from "~/components/layout/area";
import { ButtonLink, TextLink, UserText } from "~/components/text/elements";
import { PartFailed } from "~/components/page/page-error";
import { readId, voteStateOf } from "~/domain/dao";
import { readPage } from "~/domain/page-window";
import { lengthOf } from "~/domain/readers";
import { paths } from "~/domain/paths";
import { languageOf } from "~/i18n/i18n.server";
import { callApi } from "#server/api/api.server";
import { daoPart, debateSummaryOf, readListed } from "~/routes/dao/reads.server";
import { invalidAccess, requireMember } from "#server/session/session.server";
import { DebateList, SuggestionBody, VotePanel } from "./parts";

/** Maximum length, in characters, of a title in the large size. */
const SHORT_TITLE = 24;

function Title() {
  const { title } = useSuggestion();
  return (
    <span data-short={lengthOf(title) <= SHORT_TITLE ? "" : undefined}>
      <UserText text={title} />
    </span>
  );
}

const head: HeadOf = () => ({ title: <Title />, size: "article", figure: "lantern" });

export const handle = { i18n: ["dao"], head };

export const meta: MetaFunction = ({ matches }) => {
  const suggestion = matches.at(-2)?.data as SuggestionData | undefined;
  return pageMeta(matches, { title: suggestion?.title ?? "", noindex: true });
};

export async function loader(args: LoaderFunctionArgs) {
  const { request, params } = args;
  const [session, lng] = await Promise.all([requireMember(args), languageOf(args)]);
  const id = readId(params["sId"]);
  if (id === undefined) return invalidAccess(session);
  const asked = readPage(new URL(request.url).searchParams.get("page"));
  const read = (page: number) =>
    callApi("debates", { tokens: session, language: lng, params: { sId: id }, query: { page } });
  return json({ debates: await daoPart(readListed(read, asked, debateSummaryOf)) });
}

export default function SuggestionPage() {
  const { id, suggestion, about, isMissing } = useSuggestion();
  const { debates } = useLoaderData<typeof loader>();
  return (
    <div className="dao-detail">
      {about ? <Now suggestion={about} /> : null}
      <div className="dao-detail__text">
        {suggestion.ok || isMissing ? (
          <SuggestionBody suggestion={about} />
        ) : (
          <PartFailed messageKey={suggestion.messageKey} level={2} />
        )}
      </div>
      {about ? <VotePanel suggestion={about} /> : null}
      {!isMissing ? <DebateList suggestionId={id} debates={debates} /> : null}
    </div>
  );
}

/** Shows the state of a suggestion, the time left, and the page's only ember button: what the reader can do now. */
function Now({ suggestion }: { suggestion: SuggestionDetail }) {
  const { t } = useTranslation(["dao", "errors"]);
  const { status, end_at, my_vote, result_reason } = suggestion;
  const state = voteStateOf(suggestion);
  if (state === undefined) return null;
  const isOpen = state === "open" || state === "ending";
  const canVote = isOpen && !my_vote;
  const vote = my_vote ? t(my_vote === "AGREE" ? "errors:web.082" : "errors:web.083") : null;
  const word = state === "waiting" && status === "IN_PROGRESS" ? "notBegun" : state;
  const hasNoText = word === "passed" || word === "failed" || word === "open" || word === "ending";
  return (
    <section className="panel now" aria-label={t("now.title")}>
      <div>
        <div className="now__facts">
          <SuggestionState item={suggestion} />
          {isOpen && end_at ? (
            <p className="soft small">
              <Until at={end_at} />
            </p>
          ) : null}
        </div>
        <p>
          <b>{isOpen && vote ? vote : t(`now.${word}`)}</b>
        </p>
        <p className="soft small">
          {isOpen ? t(vote ? "now.voted" : "now.app") : hasNoText ? vote : t(`now.${word}Text`)}
          {canVote ? (
            <>
              {" "}
              <TextLink to={`${paths.dao.operatingMethod}#passes`}>{t("now.aboutPass")}</TextLink>
            </>
          ) : null}
        </p>
      </div>
      {canVote ? (
        <ButtonLink to={paths.download} size="big">
          {t(state === "ending" ? "now.voteNow" : "now.vote")}
        </ButtonLink>
      ) : result_reason ? (
        <a className="btn btn--big" href="#reason">
          {t("now.readReason")}
        </a>
      ) : (
        <a className="btn btn--big" href="#debates">
          {t("now.readDebates")}
        </a>
      )}
    </section>
  );
}

export { PartOnlyBoundary as ErrorBoundary } from "~/components/page/page-error";
