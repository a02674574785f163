import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { isMissing, type SuggestionData, useSuggestion } from "~/components/dao/use-suggestion";
import { pageMeta } from "~/components/document/seo";
import type { HeadOf } from "~/components/layout/area";
import { PartFailed } from "~/components/page/part-error";
import { UserText } from "~/components/text/user-text";
import { readId } from "~/domain/dao";
import { readPage } from "~/domain/page-window";
import { languageOf } from "~/i18n/i18n.server";
import { listDebates } from "#server/api/dao.server";
import { daoPart, readListed } from "#server/dao/reads.server";
import { debatesOf } from "#server/dao/view-models.server";
import { invalidAccess, requireMember } from "#server/session/session.server";
import { DebateList } from "./debate-list";
import { Now } from "./now";
import { SuggestionBody } from "./suggestion-body";
import { VotePanel } from "./vote-panel";

const Title = () => <UserText text={useSuggestion().title} />;
const head: HeadOf = () => ({ title: <Title />, size: "article", stand: undefined });

export const handle = { i18n: ["dao"], head };

export const meta: MetaFunction = ({ matches }) => {
  const suggestion = matches.at(-2)?.data as SuggestionData | undefined;
  return pageMeta(matches, { title: suggestion?.title ?? "", noindex: true });
};

export async function loader(args: LoaderFunctionArgs) {
  const { request, params } = args;
  const [session, lng] = await Promise.all([requireMember(args), languageOf(request)]);
  const id = readId(params["sId"]);
  if (id === undefined) return invalidAccess(session);
  const asked = readPage(new URL(request.url).searchParams.get("page"));
  const read = (page: number) => listDebates({ tokens: session, language: lng }, id, page);
  return json({ debates: await daoPart(readListed(read, asked).then(debatesOf)) });
}

export default function SuggestionPage() {
  const data = useSuggestion();
  const { id, suggestion } = data;
  const { debates } = useLoaderData<typeof loader>();
  return (
    <div className="dao-detail">
      {suggestion.ok && suggestion.value ? <Now suggestion={suggestion.value} /> : null}
      <div className="dao-detail__text">
        {suggestion.ok ? (
          <SuggestionBody suggestion={suggestion.value} />
        ) : (
          <PartFailed messageKey={suggestion.messageKey} level={2} />
        )}
      </div>
      {suggestion.ok && suggestion.value ? <VotePanel suggestion={suggestion.value} /> : null}
      {suggestion.ok || !isMissing(data) ? <DebateList suggestionId={id} debates={debates} /> : null}
    </div>
  );
}

export { PartOnlyBoundary as ErrorBoundary } from "~/components/page/part-error";
