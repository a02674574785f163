import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Checkbox } from "~/components/form/fields";
import { PageForm, useFormActionData, usePageForm } from "~/components/form/page-form";
import { Alert, Icon, TextLink } from "~/components/text/elements";
import { SubmitButton } from "~/components/form/submit-button";
import { useEarlyInput } from "~/components/form/use-early-input";
import { useHydrated } from "~/components/document/use-hydrated";
import type { FormActionData, FormSetup } from "~/domain/form-setup";
import { paths } from "~/domain/paths";
import { dynamicKey } from "~/i18n/dynamic";
import { languageOf, translator } from "~/i18n/i18n.server";
import { callApi } from "#server/api/api.server";
import { orUndefinedAfter } from "#server/errors/with-timeout.server";
import { requireMember, type Session } from "#server/session/session.server";
import { DELETION_WINDOW_DAYS } from "#server/purchases/ledger-life.server";
import { knownNotice, lastDayIn } from "./action.server";
import { terminateFields } from "./form";
import { terminateForm } from "./form.server";

export { clientAction, shouldRevalidate, unlistedMeta as meta } from "~/components/document/route-exports";

const INQUIRIES = 10;

export async function loader(args: LoaderFunctionArgs) {
  const [session, lng] = await Promise.all([requireMember(args), languageOf(args)]);
  const [hasInquiry, notice] = await Promise.all([hasOpenInquiry(session), knownNotice(session)]);
  return json({
    form: terminateForm.open(session, args.request),
    days: DELETION_WINDOW_DAYS,
    until: lastDayIn(lng),
    hasInquiry,
    ...notice,
    title: translator(lng)("common:nav.terminate"),
  });
}

/** Returns true if a recent inquiry is unanswered; false also if the API fails or is late. */
async function hasOpenInquiry(session: Session): Promise<boolean> {
  const list = await orUndefinedAfter(
    callApi("inquiries", { tokens: session, query: { page: 1, size: INQUIRIES } }),
  );
  return list?.content.some(({ status }) => status === "OPEN" || status === "IN_PROGRESS") ?? false;
}

export { terminateAction as action } from "./action.server";

interface TerminateFormProps {
  setup: FormSetup;
  /** Message key of what keeps the account open. */
  open: string | null;
  /** Message key of what is cancelled with the account. */
  unpaid: string | null;
}

function TerminateForm({ setup, open, unpaid }: TerminateFormProps) {
  const { t } = useTranslation("my-page");
  const hydrated = useHydrated();
  const [ticked, setTicked] = useState(false);
  const form = usePageForm(terminateFields, setup);
  const { confirm } = form.fields;
  const actionData = useFormActionData<FormActionData<{ hasOpen?: true }>>(setup.name);
  const notice = open ?? unpaid;
  useEarlyInput((box) => setTicked(box?.checked ?? false), confirm.meta.id);
  const link = (
    <TextLink to={paths.myPage.ecommerceHistory()} icon="arrow-right">
      {t("terminate.openLink")}
    </TextLink>
  );
  return (
    <PageForm of={form} className="form">
      {actionData?.hasOpen ? (
        link
      ) : notice === null ? null : (
        <Alert title={t(open === null ? "terminate.unpaidTitle" : "terminate.openTitle")}>
          <p>{dynamicKey(t, notice)}</p>
          {link}
        </Alert>
      )}
      <Checkbox of={confirm} required={false} onChange={(event) => setTicked(event.currentTarget.checked)} />
      <div className="form__do">
        <SubmitButton
          look={open === null && !actionData?.hasOpen ? "danger" : "line"}
          busy={t("terminate.busy")}
          onWait={hydrated && !ticked ? () => form.showMissing() : undefined}
        >
          {t("terminate.submit")}
        </SubmitButton>
      </div>
    </PageForm>
  );
}

export default function Terminate() {
  const { form, days, until, hasInquiry, open, unpaid } = useLoaderData<typeof loader>();
  const { t } = useTranslation("my-page");
  return (
    <section className="my-tab my-tab--two" aria-labelledby="terminate-title">
      <div className="panel sheet-part">
        <h2 id="terminate-title">{t("terminate.title")}</h2>
        <ul className="dots">
          <li>{t("terminate.window", { days, until })}</li>
          <li>{t("terminate.afterwards", { days })}</li>
          <li>{t("terminate.signedOut")}</li>
          {hasInquiry ? <li>{t("terminate.openInquiry")}</li> : null}
        </ul>
        <TerminateForm key={form.signature} setup={form} open={open} unpaid={unpaid} />
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

export { PartOnlyBoundary as ErrorBoundary } from "~/components/page/page-error";
