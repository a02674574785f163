import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { HeadOf } from "~/components/layout/area";
import { BackLink } from "~/components/page/back-link";
import { FormPlace } from "~/components/form/page-form";
import { pageMeta } from "~/components/document/seo";
import { paths } from "~/domain/paths";
import { languageOf, translator } from "~/i18n/i18n.server";
import { requireMember } from "#server/session/session.server";
import { exchangeAction } from "./action.server";
import { exchangeForm } from "./form.server";
import { ExchangeForm } from "./exchange-form";
import { Holdings } from "./holdings";
import { holdingsOf } from "./holdings.server";

const head: HeadOf = ({ t }) => ({
  title: t("store:exchange.title"),
  lead: t("store:exchange.lead"),
  children: <BackLink to={paths.store.products()}>{t("store:item.back")}</BackLink>,
});

export const handle = { i18n: ["store"], head };

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, { title: data?.title ?? "" });

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
  return (
    <div className="read page-body grid gap-8">
      <Holdings {...holdings} />
      <FormPlace opening={form}>
        <ExchangeForm opening={form} holdings={holdings} />
      </FormPlace>
    </div>
  );
}

export { StoreErrorBoundary as ErrorBoundary } from "~/components/payment/open-payments";
