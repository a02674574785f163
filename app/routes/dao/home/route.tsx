import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Art, ButtonLink, TextLink } from "~/components/text/elements";
import { PartFailed } from "~/components/page/page-error";
import { Passes } from "~/components/dao/passes";
import { CalendarLine } from "~/components/dao/suggestion-list";
import type { HeadOf } from "~/components/layout/area";
import { paths } from "~/domain/paths";
import { languageOf, translator } from "~/i18n/i18n.server";
import { passesIn } from "~/routes/dao/reads.server";
import { publicPage } from "#server/protocol/cache-headers.server";
import { getSession } from "#server/session/session.server";
import { Glance, SuggestionPart } from "./lists";
import { listsFor } from "./lists.server";
import "./home.css";

const head: HeadOf = ({ t }) => ({
  title: <span className="lettered lettered--dao">{t("dao:home.title")}</span>,
  lead: t("dao:home.lead"),
  figure: "dao-home",
});

export const handle = { i18n: ["dao"], head };

export { textMeta as meta } from "~/components/document/route-exports";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const [lng, session] = await Promise.all([
    languageOf({ request, context }),
    getSession({ request, context }),
  ]);
  const t = translator(lng);
  const data = {
    title: t("dao:home.name"),
    description: t("dao:home.description"),
    passes: passesIn(t),
    lists: session.isSignedIn ? await listsFor(session, lng) : null,
  };
  return json(data, session.isSignedIn ? {} : publicPage);
}

export default function DaoHome() {
  const { passes, lists } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["dao", "errors"]);
  // If the API returns none of the lists, its message is shown once instead of in each of them.
  const isDown = lists && !lists.voting.ok && !lists.glance.mine.ok;
  return (
    <div className={`wrap sheet dao-home${lists ? " dao-home--member" : ""}`}>
      {isDown && !lists.latest.ok ? (
        <PartFailed messageKey={lists.latest.messageKey} level={2} />
      ) : lists ? (
        <>
          <Glance glance={lists.glance} />
          <SuggestionPart
            id="dao-voting"
            isCounted
            title={t("home.voting")}
            part={lists.voting}
            emptyTitle={t("errors:web.056")}
            emptyText={t("home.noVoteText")}
            allHref={paths.dao.suggestions({ status: "IN_PROGRESS" })}
            all={t("home.votingAll")}
            before={<CalendarLine />}
          />
          <SuggestionPart
            id="dao-latest"
            title={t("home.latest")}
            part={lists.latest}
            emptyTitle={t("errors:web.095")}
            emptyText={t("home.noSuggestionText")}
            allHref={paths.dao.suggestions()}
            all={t("home.latestAll")}
          />
        </>
      ) : null}
      <About />
      {lists ? null : <SignInPanel />}
      <section aria-labelledby="dao-passes">
        <div className="sec__head">
          <h2 id="dao-passes">{t("home.passes")}</h2>
          <TextLink to={paths.dao.operatingMethod} icon="arrow-right">
            {t("home.method")}
          </TextLink>
        </div>
        <Passes passes={passes} />
      </section>
    </div>
  );
}

const steps = ["suggest", "discuss", "vote"] as const;

function About() {
  const { t } = useTranslation("dao");
  return (
    <section className="dao-about" aria-labelledby="dao-about">
      <h2 id="dao-about">{t("home.about.title")}</h2>
      <Art
        className="dao-scene"
        name="introduction/decide"
        width={960}
        height={720}
        alt={t("home.about.picture")}
        // In the first view of a guest.
        loading="eager"
      />
      <ol className="dao-steps">
        {steps.map((step) => (
          <li key={step}>
            <h3>{t(`home.about.${step}`)}</h3>
            <p>{t(`home.about.${step}Text`)}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function SignInPanel() {
  const { t } = useTranslation("dao");
  return (
    <section className="panel panel--pad dao-sign-in" aria-labelledby="dao-sign-in">
      <div>
        <h2 id="dao-sign-in">{t("home.signInTitle")}</h2>
        <p className="soft">{t("home.signInText")}</p>
      </div>
      <p className="dao-sign-in__do">
        <ButtonLink to={paths.signIn(paths.dao.root)}>{t("home.signIn")}</ButtonLink>
        <ButtonLink to={paths.signUp} look="line">
          {t("home.signUp")}
        </ButtonLink>
      </p>
    </section>
  );
}

export { PartErrorBoundary as ErrorBoundary } from "~/components/page/page-error";
