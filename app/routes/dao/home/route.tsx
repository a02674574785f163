import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ButtonLink, TextLink } from "~/components/page/button-link";
import { PartFailed } from "~/components/page/part-error";
import { Passes } from "~/components/dao/passes";
import type { HeadOf } from "~/components/layout/area";
import { pageMeta } from "~/components/document/seo";
import { webMessage } from "~/domain/message-codes";
import { paths } from "~/domain/paths";
import { languageOf, translator } from "~/i18n/i18n.server";
import { listSuggestions } from "#server/api/dao.server";
import { daoPart } from "#server/dao/reads.server";
import { suggestionsOf, passesIn } from "#server/dao/view-models.server";
import { ApiError } from "#server/errors/api-error";
import { rememberVotes } from "#server/island/votes.server";
import { publicPage } from "#server/protocol/cache-headers.server";
import { getSession, type Session } from "#server/session/session.server";
import { About } from "./about";
import { Glance } from "./glance";
import { glanceOf, type ListPart } from "./glance.server";
import { SuggestionPart } from "./suggestion-part";
import { SignInPanel } from "./sign-in-panel";
import "./home.css";

const head: HeadOf = ({ t }) => ({
  title: <span className="lettered lettered--dao">{t("dao:home.title")}</span>,
  lead: t("dao:home.lead"),
  stand: "dao-home",
});

export const handle = { i18n: ["dao"], publicPage: true, head };

const SHOWN = 4;

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, { title: data?.title ?? "", description: data?.description });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const [lng, session] = await Promise.all([languageOf(request), getSession({ request, context })]);
  const t = translator(lng);
  const data = {
    title: t("dao:home.name"),
    description: t("dao:home.description"),
    passes: passesIn(t),
    lists: session.isSignedIn ? await listsFor(session, lng) : null,
  };
  return json(data, session.isSignedIn ? {} : publicPage);
}

/**
 * Loads votes in progress, the latest suggestions and the member's overview, or null if the session has ended. All
 * calls run in parallel; the three other lists provide the results of the member's suggestions and votes
 * (docs/decisions/0050).
 */
async function listsFor(session: Session, language: string) {
  const reader = { tokens: session, language };
  const top = (query: Omit<Parameters<typeof listSuggestions>[1], "page">) =>
    daoPart(listSuggestions(reader, { page: 1, ...query }).then((list) => suggestionsOf(list)));
  try {
    const [voting, latest, mine, passed, rejected] = await Promise.all([
      top({ status: "IN_PROGRESS", sort: "ENDING" }),
      top({ sort: "LATEST" }),
      top({ by: "me" }),
      top({ status: "PASSED" }),
      top({ status: "REJECTED" }),
    ]);
    const read = [voting, passed, rejected];
    if (read.every(({ ok }) => ok))
      await rememberVotes(
        session,
        read.flatMap((part) => (part.ok ? part.value.items : [])),
        { isWhole: true },
      );
    return {
      voting: firstOf(voting),
      latest: firstOf(latest),
      glance: glanceOf({ voting, mine, decided: [passed, rejected] }),
    };
  } catch (error) {
    // This page is public: guests get the explanation and the sign-in.
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

/** Truncates a list to what this page shows; a link leads to the rest. */
function firstOf(part: ListPart): ListPart {
  return part.ok ? { ok: true, value: { ...part.value, items: part.value.items.slice(0, SHOWN) } } : part;
}

type Part = { ok: true } | { ok: false; messageKey: string };

/** Returns the message of an API that answers none of the lists; it is shown once instead of in each of them. */
function failureOfAll(voting: Part, latest: Part, mine: Part): string | undefined {
  return voting.ok || latest.ok || mine.ok ? undefined : latest.messageKey;
}

export default function DaoHome() {
  const { passes, lists } = useLoaderData<typeof loader>();
  const { t } = useTranslation("dao");
  const down = lists ? failureOfAll(lists.voting, lists.latest, lists.glance.mine) : undefined;
  return (
    <div className="wrap sheet dao-home">
      {down !== undefined ? (
        <>
          <PartFailed messageKey={down} level={2} />
          <About />
        </>
      ) : lists ? (
        <>
          <Glance glance={lists.glance} />
          <SuggestionPart
            id="dao-voting"
            look="cards"
            title={t("home.voting")}
            part={lists.voting}
            emptyKey={webMessage("056")}
            emptyText={t("home.noVoteText")}
            allHref={paths.dao.suggestions({ status: "IN_PROGRESS" })}
            all={t("home.votingAll")}
          />
          <SuggestionPart
            id="dao-latest"
            title={t("home.latest")}
            part={lists.latest}
            emptyKey={webMessage("095")}
            emptyText={t("home.noSuggestionText")}
            allHref={paths.dao.suggestions()}
            all={t("home.latestAll")}
          />
          <About />
        </>
      ) : (
        <>
          <About />
          <SignInPanel />
        </>
      )}
      <section aria-labelledby="dao-passes">
        <div className="sec__head">
          <h2 id="dao-passes">{t("home.passes")}</h2>
          <TextLink to={paths.dao.operatingMethod} icon="arrow-right">
            {t("home.method")}
          </TextLink>
        </div>
        <Passes passes={passes} />
      </section>
      {lists ? (
        <p className="dao-home__more">
          <ButtonLink to={paths.dao.mySuggestions()} look="line">
            {t("list.mineTitle")}
          </ButtonLink>
          <ButtonLink to={paths.dao.members()} look="line">
            {t("members.title")}
          </ButtonLink>
        </p>
      ) : null}
    </div>
  );
}

export { PartErrorBoundary as ErrorBoundary } from "~/components/page/part-error";
