import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Talks } from "~/components/dao/discussion";
import { SuggestionState } from "~/components/dao/suggestion-list";
import { useSuggestion } from "~/components/dao/use-suggestion";
import { Vote, VotePicture } from "~/components/dao/vote";
import type { HeadOf } from "~/components/layout/area";
import { Link, UserText } from "~/components/text/elements";
import { PartFailed } from "~/components/page/page-error";
import { threadsOf } from "~/domain/comment-threads";
import { hasVotes, readId } from "~/domain/dao";
import type { Language } from "~/domain/language-tag";
import { readPage } from "~/domain/page-window";
import { paths } from "~/domain/paths";
import { languageOf, translator } from "~/i18n/i18n.server";
import { readPages } from "#server/api/read-pages.server";
import { callApi } from "#server/api/api.server";
import type { TokenSource } from "#server/api/token-source";
import { likeForm } from "~/routes/dao/form.server";
import { commentOf, daoPart, debateOf, readListed } from "~/routes/dao/reads.server";
import { goneResponse } from "#server/errors/gone.server";
import { invalidAccess, requireMember } from "#server/session/session.server";
import { Comment, DebateBody } from "./parts";

const head: HeadOf<typeof loader> = ({ t, data }) => ({
  title: data ? <UserText text={data.title} /> : t("dao:debates.title"),
  figure: "dao-debate",
});

export const handle = { i18n: ["dao"], head };

export { unlistedMeta as meta } from "~/components/document/route-exports";

export async function loader(args: LoaderFunctionArgs) {
  const { request, params } = args;
  const [session, lng] = await Promise.all([requireMember(args), languageOf(args)]);
  const [sId, dId] = [readId(params["sId"]), readId(params["dId"])];
  if (sId === undefined || dId === undefined) return invalidAccess(session);
  const reader = { tokens: session, language: lng };
  const search = new URL(request.url).searchParams;
  const list = readPage(search.get("list"));
  const readComments = (page: number) =>
    callApi("comments", { ...reader, params: { sId, dId }, query: { page } });
  const [found, comments] = await Promise.all([
    daoPart(findDebate(reader, { sId, dId }, list)),
    daoPart(readListed(readComments, readPage(search.get("page")), commentOf)),
  ]);
  // The debate is not in the list and has no comments.
  if (found.ok && !found.value && (!comments.ok || comments.value.items.length === 0)) {
    throw goneResponse("dao:debate.gone");
  }
  const debate = found.ok && found.value ? debateOf(found.value.debate) : null;
  const t = translator(lng);
  const title = debate?.is_deleted ? t("errors:web.078") : debate?.title;
  return json({
    sId,
    dId,
    signature: likeForm.open(session, request).signature,
    list: found.ok ? (found.value?.page ?? list) : list,
    title: title ?? t("dao:fallbackDebate", { id: dId }),
    debate: found.ok ? { ok: true as const, value: debate } : found,
    comments,
  });
}

/** Maximum number of pages to search. New debates move an older one to a later page, but rarely far. */
const MOST_PAGES = 20;

/**
 * Returns one debate of a suggestion, or null. The API has no call for it (governance.md), so this searches the list:
 * first the page from the link, then the others, because the link may be outdated.
 */
async function findDebate(
  reader: { tokens: TokenSource; language: Language },
  { sId, dId }: { sId: number; dId: number },
  likelyPage: number,
) {
  const read = async (page: number) => {
    const { items, page_count, stats } = await callApi("debates", {
      ...reader,
      params: { sId },
      query: { page },
    });
    return { rows: items, pageCount: page_count, total: stats.total };
  };
  const likely = await read(likelyPage);
  const expected = likely.rows.find(({ id }) => id === dId);
  if (expected) return { debate: expected, page: likelyPage };
  let page = 0;
  const readNext = (number: number) => {
    page = number;
    return number === likelyPage ? likely : read(number);
  };
  for await (const rows of readPages(readNext, { idOf: ({ id }) => id, mostPages: MOST_PAGES })) {
    const debate = rows.find(({ id }) => id === dId);
    if (debate) return { debate, page };
  }
  return null;
}

export default function DebatePage() {
  const { sId, dId, signature, list: listPage, debate, comments } = useLoaderData<typeof loader>();
  const { title, about } = useSuggestion();
  const { t } = useTranslation("dao");
  const list = listPage === 1 ? undefined : listPage;
  const href = (page?: number) => paths.dao.debate(sId, dId, { list, page });
  return (
    <div className="dao-detail">
      <div className="dao-detail__text">
        {!debate.ok ? (
          <PartFailed messageKey={debate.messageKey} level={2} />
        ) : debate.value ? (
          <DebateBody
            suggestionId={sId}
            back={`${href()}#debate-${dId}`}
            signature={signature}
            debate={debate.value}
          />
        ) : (
          <p className="note">{t("debate.notOnList")}</p>
        )}
      </div>
      {about ? (
        <aside className="panel vote-panel" aria-labelledby="about">
          <VotePicture votes={about} size="page" />
          <div className="vote-panel__in">
            <SuggestionState item={about} />
            <h2 id="about">
              <Link to={paths.dao.suggestion(sId)}>
                <UserText text={title} />
              </Link>
            </h2>
            {hasVotes(about) ? <Vote votes={about} size="page" /> : null}
          </div>
        </aside>
      ) : null}
      <Talks
        id="comments"
        title={t("debate.comments")}
        talks={comments}
        emptyText={t("debate.emptyText")}
        pagerLabel={t("debate.commentsPager")}
        href={href}
      >
        {(items, page) => (
          <ol className="talk">
            {threadsOf(items).map(({ comment, depth, ordinal }) => (
              <li key={comment.id} id={`comment-${comment.id}`} data-depth={depth}>
                <Comment
                  comment={comment}
                  isReply={depth > 0}
                  author={about?.account_name}
                  back={`${href(page)}#comment-${comment.id}`}
                  ordinal={ordinal}
                />
              </li>
            ))}
          </ol>
        )}
      </Talks>
    </div>
  );
}

export { PartOnlyBoundary as ErrorBoundary } from "~/components/page/page-error";
