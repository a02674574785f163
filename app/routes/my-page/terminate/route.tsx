import { getFormProps, useForm } from "@conform-to/react";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useRouteError } from "@remix-run/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Checkbox } from "~/components/form/checkbox";
import { ErrorSummary } from "~/components/form/error-summary";
import { Icon } from "~/components/text/icon";
import { PartError } from "~/components/page/part-error";
import { pageMeta } from "~/components/document/seo";
import { SubmitButton } from "~/components/form/submit-button";
import { useEarlyInput } from "~/components/form/use-early-input";
import { useHydrated } from "~/components/document/use-hydrated";
import { addDays, formatLongDate, startOfDay, today } from "~/domain/japan-time";
import { paths } from "~/domain/paths";
import { languageOf, translator } from "~/i18n/i18n.server";
import { requireMember } from "#server/session/session.server";
import { DELETION_WINDOW_DAYS, terminateAction } from "./action.server";

export const handle = { i18n: ["my-page"] };

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, { title: data?.title ?? "", noindex: true });

export async function loader(args: LoaderFunctionArgs) {
  const [, lng] = await Promise.all([requireMember(args), languageOf(args.request)]);
  const lastDay = addDays(today(Date.now()), DELETION_WINDOW_DAYS);
  return json({
    days: DELETION_WINDOW_DAYS,
    until: formatLongDate(startOfDay(lastDay), lng),
    title: translator(lng)("common:nav.terminate"),
  });
}

export async function action(args: ActionFunctionArgs) {
  return terminateAction(args);
}

export default function Terminate() {
  const { days, until } = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>()?.lastResult;
  const { t } = useTranslation("my-page");
  const hydrated = useHydrated();
  const [ticked, setTicked] = useState(false);
  const [form, fields] = useForm<{ confirm: string }>({ id: "terminate", lastResult: lastResult ?? null });
  useEarlyInput((box) => setTicked(box?.checked ?? false), fields.confirm.id);
  return (
    <section className="tab tab--two" aria-labelledby="terminate-title">
      <div className="panel sheet-part">
        <h2 id="terminate-title">{t("terminate.title")}</h2>
        <ul className="dots">
          <li>{t("terminate.window", { days, until })}</li>
          <li>{t("terminate.afterwards", { days })}</li>
          <li>{t("terminate.signedOut")}</li>
        </ul>
        <Form method="post" {...getFormProps(form)} className="form">
          <ErrorSummary form={form} fields={fields} />
          <Checkbox
            meta={fields.confirm}
            label={t("terminate.confirm")}
            onChange={(event) => setTicked(event.currentTarget.checked)}
          />
          <div className="form__do">
            <SubmitButton look="danger" busy={t("terminate.busy")} disabled={hydrated && !ticked}>
              {t("terminate.submit")}
            </SubmitButton>
          </div>
        </Form>
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

export function ErrorBoundary() {
  return <PartError error={useRouteError()} />;
}
