import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Breadcrumb } from "~/components/page/back-link";
import type { HeadOf } from "~/components/layout/area";
import { OthersWords } from "~/components/text/others-words";
import { PartFailed } from "~/components/page/part-error";
import { pageMeta } from "~/components/document/seo";
import { readId } from "~/domain/dao";
import { webMessage } from "~/domain/message-codes";
import { readPage } from "~/domain/page-window";
import { paths } from "~/domain/paths";
import { dynamicKey } from "~/i18n/dynamic";
import { languageOf, translator } from "~/i18n/i18n.server";
import { listComments } from "#server/api/dao.server";
import { daoPart, readListed } from "#server/dao/reads.server";
import { commentOf, debateOf } from "#server/dao/view-models.server";
import { likeForm } from "#server/dao/like-form.server";
import { invalidAccess, requireMember } from "#server/session/session.server";
import { Comments } from "./comments";
import { DebateBody } from "./debate-body";
import { findDebate } from "./find-debate.server";
import "./debate.css";

const head: HeadOf<typeof loader> = ({ t, data }) => ({
  title: data ? <OthersWords text={data.title} /> : t("dao:debates.title"),
  size: "article",
});

export const handle = { i18n: ["dao"], head };

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, { title: data?.title ?? "", noindex: true });

export async function loader(args: LoaderFunctionArgs) {
  const { request, params } = args;
  const [session, lng] = await Promise.all([requireMember(args), languageOf(request)]);
  const [sId, dId] = [readId(params["sId"]), readId(params["dId"])];
  if (sId === undefined || dId === undefined) return invalidAccess(session);
  const reader = { tokens: session, language: lng };
  const search = new URL(request.url).searchParams;
  const list = readPage(search.get("list"));
  const [found, comments] = await Promise.all([
    daoPart(findDebate(reader, { sId, dId }, list)),
    daoPart(
      readListed((page) => listComments(reader, { sId, dId }, page), readPage(search.get("page"))).then(
        ({ page, list: answer }) => ({
          page,
          total: answer.stats.total,
          totalPages: answer.page_count,
          items: answer.items.map(commentOf),
        }),
      ),
    ),
  ]);
  // The API knows no such debate: neither in the list nor by its comments.
  if (found.ok && !found.value && (!comments.ok || comments.value.items.length === 0)) {
    throw new Response(null, { status: 404 });
  }
  const debate = found.ok && found.value ? debateOf(found.value.debate) : null;
  const t = translator(lng);
  const title = debate?.isDeleted ? dynamicKey(t, webMessage("078")) : debate?.title;
  return json({
    sId,
    dId,
    stamp: likeForm.open(session, request).stamp,
    list: found.ok ? (found.value?.page ?? list) : list,
    title: title ?? t("dao:fallbackDebate", { id: dId }),
    debate: found.ok ? { ok: true as const, value: debate } : found,
    comments,
  });
}

export default function DebatePage() {
  const { sId, dId, stamp, list, debate, comments } = useLoaderData<typeof loader>();
  const { t } = useTranslation("dao");
  const listPage = list === 1 ? undefined : list;
  return (
    <div className="read sheet">
      <Breadcrumb
        label={t("crumbs")}
        items={[
          { to: paths.dao.root, label: t("home.name") },
          { to: paths.dao.suggestions(), label: t("list.title") },
          {
            to: `${paths.dao.suggestion(sId, { page: listPage })}#debate-${dId}`,
            label: t("fallbackTitle", { id: sId }),
          },
          { label: t("fallbackDebate", { id: dId }) },
        ]}
      />
      {!debate.ok ? (
        <PartFailed messageKey={debate.messageKey} level={2} />
      ) : debate.value ? (
        <DebateBody suggestionId={sId} list={listPage} stamp={stamp} debate={debate.value} />
      ) : (
        <p className="note">{t("debate.notOnList")}</p>
      )}
      <Comments suggestionId={sId} debateId={dId} list={listPage} comments={comments} />
    </div>
  );
}

export { PartErrorBoundary as ErrorBoundary } from "~/components/page/part-error";
