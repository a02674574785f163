import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { StatePicture } from "~/components/page/state-picture";
import { ButtonLink, Facts } from "~/components/text/elements";
import { Time } from "~/components/text/time";
import { paths } from "~/domain/paths";
import { remainingOf } from "~/domain/remaining-time";
import { CardHead } from "~/components/page/card-head";
import { languageOf, translator } from "~/i18n/i18n.server";
import * as clock from "#server/runtime/clock.server";
import { getSession, invalidAccess } from "#server/session/session.server";

export const handle = { i18n: ["account"], title: "account:accessDenied.title" };

export { unlistedMeta as meta } from "~/components/document/route-exports";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = await getSession({ request, context });
  const { suspension } = session.data;
  if (!suspension) return invalidAccess(session);
  const t = translator(await languageOf({ request, context }));
  const now = clock.now();
  const left = remainingOf(suspension.duration, now - (suspension.toldAt ?? now)) ?? null;
  return json({ suspension, left, title: t("account:accessDenied.title") });
}

export default function AccessDenied() {
  const { suspension, left } = useLoaderData<typeof loader>();
  const { t } = useTranslation("account");
  return (
    <>
      <CardHead title={t("accessDenied.title")} lead={t("accessDenied.lead")} />
      <StatePicture name="locked" />
      <h2>{t("accessDenied.details")}</h2>
      <Facts
        rows={[
          [t("accessDenied.reason"), suspension.reason],
          [t("accessDenied.from"), <Time value={suspension.created_at} />],
          [t("accessDenied.until"), <Time value={suspension.restored_at} />],
          [
            t("accessDenied.remaining"),
            left ? t("accessDenied.duration", { ...left }) : t("accessDenied.over"),
          ],
        ]}
      />
      {left ? <p>{t("accessDenied.appeal")}</p> : null}
      <ButtonLink to={left ? paths.support.inquiry : paths.signIn()} look="line">
        {left ? t("accessDenied.contact") : t("signIn.submit")}
      </ButtonLink>
    </>
  );
}

export { CardErrorBoundary as ErrorBoundary } from "~/components/page/card-head";
