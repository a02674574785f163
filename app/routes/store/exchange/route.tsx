import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData, useRouteError } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { BackLink } from "~/components/page/back-link";
import { FormPlace } from "~/components/form/page-form";
import { PageError } from "~/components/page/page-error";
import { PageHead } from "~/components/page/page-head";
import { pageMeta } from "~/components/document/seo";
import { paths } from "~/domain/paths";
import { languageOf, translator } from "~/i18n/i18n.server";
import { requireMember } from "#server/session/session.server";
import { exchangeAction } from "./action.server";
import { exchangeForm } from "./form.server";
import { ExchangeForm } from "./exchange-form";
import { Holdings } from "./holdings";
import { holdingsOf } from "./holdings.server";

export const handle = { i18n: ["store"] };

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, { title: data?.title ?? "", image: "store" });

export async function loader(args: LoaderFunctionArgs) {
  const [session, lng] = await Promise.all([requireMember(args), languageOf(args.request)]);
  return json({
    form: exchangeForm.open(session, args.request),
    holdings: holdingsOf(session),
    title: translator(lng)("store:exchange.title"),
  });
}

export async function action(args: ActionFunctionArgs) {
  return exchangeAction(args);
}

export { askServer as clientAction, unlessOffline as shouldRevalidate } from "~/components/document/offline";

export default function SoriaExchange() {
  const { form, holdings } = useLoaderData<typeof loader>();
  const { t } = useTranslation("store");
  return (
    <>
      <PageHead scene="store" size="task" title={t("exchange.title")} lead={t("exchange.lead")}>
        <BackLink to={paths.store.products()}>{t("item.back")}</BackLink>
      </PageHead>
      <div className="read page-body grid gap-8">
        <Holdings {...holdings} />
        <FormPlace opening={form}>
          <ExchangeForm opening={form} holdings={holdings} />
        </FormPlace>
      </div>
    </>
  );
}

export function ErrorBoundary() {
  return <PageError error={useRouteError()} />;
}
