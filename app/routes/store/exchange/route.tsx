import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { HeadOf } from "~/components/layout/area";
import { BackLink } from "~/components/page/back-link";
import { StatePicture } from "~/components/page/state-picture";
import { paths } from "~/domain/paths";
import { languageOf, translator } from "~/i18n/i18n.server";
import { requireMember } from "#server/session/session.server";
import { holdingsOf } from "./action.server";
import { ExchangeForm } from "./exchange-form";
import { exchangeForm } from "./form.server";
import "./exchange.css";

const head: HeadOf = ({ t }) => ({
  title: t("store:exchange.title"),
  children: <BackLink to={paths.store.products()}>{t("store:item.back")}</BackLink>,
});

export const handle = { i18n: ["store"], head };

export { clientAction, shouldRevalidate, textMeta as meta } from "~/components/document/route-exports";

export async function loader(args: LoaderFunctionArgs) {
  const [session, lng] = await Promise.all([requireMember(args), languageOf(args)]);
  return json({
    form: exchangeForm.open(session, args.request),
    holdings: holdingsOf(session),
    title: translator(lng)("store:exchange.title"),
  });
}

export { exchangeAction as action } from "./action.server";

export default function SoriaExchange() {
  const { form, holdings } = useLoaderData<typeof loader>();
  const { t } = useTranslation("store");
  return (
    <div className="wrap page-body">
      <section className="preview" aria-labelledby="preview">
        <div>
          <StatePicture name="exchange" />
        </div>
        <div>
          <p className="sign">{t("list.exchangeSoon")}</p>
          <h2 id="preview">{t("exchange.nothing")}</h2>
          <p className="soft">{t("exchange.lead")}</p>
          <p className="soft">{t("exchange.opening")}</p>
        </div>
      </section>
      <ExchangeForm key={form.signature} setup={form} holdings={holdings} />
    </div>
  );
}

export { StoreErrorBoundary as ErrorBoundary } from "~/components/payment/open-payments";
