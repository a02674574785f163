import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Checkbox } from "~/components/form/checkbox";
import { FormPlace, PageForm } from "~/components/form/page-form";
import { Icon } from "~/components/text/icon";
import { pageMeta } from "~/components/document/seo";
import { SubmitButton } from "~/components/form/submit-button";
import { usePageForm } from "~/components/form/use-page-form";
import { useEarlyInput } from "~/components/form/use-early-input";
import { useHydrated } from "~/components/document/use-hydrated";
import { addDays, formatLongDate, startOfDay, today } from "~/domain/japan-time";
import type { FormOpening } from "~/domain/form-answer";
import { paths } from "~/domain/paths";
import { languageOf, translator } from "~/i18n/i18n.server";
import * as clock from "#server/runtime/clock.server";
import { requireMember } from "#server/session/session.server";
import { DELETION_WINDOW_DAYS, terminateAction } from "./action.server";
import { terminateForm } from "./form.server";

export const handle = { i18n: ["my-page"] };

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, { title: data?.title ?? "", noindex: true });

export async function loader(args: LoaderFunctionArgs) {
  const [session, lng] = await Promise.all([requireMember(args), languageOf(args.request)]);
  const lastDay = addDays(today(clock.now()), DELETION_WINDOW_DAYS);
  return json({
    form: terminateForm.open(session, args.request),
    days: DELETION_WINDOW_DAYS,
    until: formatLongDate(startOfDay(lastDay), lng),
    title: translator(lng)("common:nav.terminate"),
  });
}

export async function action(args: ActionFunctionArgs) {
  return terminateAction(args);
}

export { askServer as clientAction, unlessOffline as shouldRevalidate } from "~/components/document/offline";

function TerminateForm({ opening }: { opening: FormOpening }) {
  const { t } = useTranslation("my-page");
  const hydrated = useHydrated();
  const [ticked, setTicked] = useState(false);
  const form = usePageForm<"confirm">(opening);
  const { confirm } = form.fields;
  useEarlyInput((box) => setTicked(box?.checked ?? false), confirm.id);
  return (
    <PageForm of={form} className="form">
      <Checkbox
        meta={confirm}
        label={t("terminate.confirm")}
        onChange={(event) => setTicked(event.currentTarget.checked)}
      />
      <div className="form__do">
        <SubmitButton look="danger" busy={t("terminate.busy")} disabled={hydrated && !ticked}>
          {t("terminate.submit")}
        </SubmitButton>
      </div>
    </PageForm>
  );
}

export default function Terminate() {
  const { form, days, until } = useLoaderData<typeof loader>();
  const { t } = useTranslation("my-page");
  return (
    <section className="tab tab--two" aria-labelledby="terminate-title">
      <div className="panel sheet-part">
        <h2 id="terminate-title">{t("terminate.title")}</h2>
        <ul className="dots">
          <li>{t("terminate.window", { days, until })}</li>
          <li>{t("terminate.afterwards", { days })}</li>
          <li>{t("terminate.signedOut")}</li>
        </ul>
        <FormPlace opening={form}>
          <TerminateForm opening={form} />
        </FormPlace>
      </div>
      <div className="panel sheet-part">
        <h3>{t("terminate.dataTitle")}</h3>
        <p>{t("terminate.data")}</p>
        <p>
          <a className="btn btn--line" href={paths.myPage.dataJson} download>
            <Icon name="download" />
            {t("terminate.download")}
          </a>
        </p>
      </div>
    </section>
  );
}

export { PartOnlyBoundary as ErrorBoundary } from "~/components/page/part-error";
