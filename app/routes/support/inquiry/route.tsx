import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Alert, ButtonLink, Facts, TextLink } from "~/components/text/elements";
import { StatePicture } from "~/components/page/state-picture";
import { memberName } from "~/domain/member-name";
import { StepHeading } from "~/components/form/step-heading";
import { useFormActionData } from "~/components/form/page-form";
import type { HeadOf } from "~/components/layout/area";
import { paymentInquiry } from "~/components/payment/payment-inquiry";
import { MAX_MESSAGE, MAX_SUBJECT } from "~/domain/inquiry-rules";
import { cut, line, paragraphs } from "~/domain/readers";
import { inquiryTypesFor, isInquiryType } from "~/domain/inquiry-types";
import { paths } from "~/domain/paths";
import { ENTRY_PARAM } from "~/domain/purchase-outcome";
import { languageOf, translator } from "~/i18n/i18n.server";
import { apiLanguage } from "~/i18n/languages";
import { newFormToken } from "#server/forms/form-token.server";
import { findByTransaction } from "#server/purchases/ledger.server";
import { ifReadable } from "#server/purchases/outcomes.server";
import { getSession } from "#server/session/session.server";
import { restoredFile } from "#server/uploads/pending-uploads.server";
import type { AttachmentStep } from "#server/uploads/attachment-action.server";
import { answersFor } from "./answers.server";
import { inquiryForm } from "./form.server";
import { numberIn, quoteOf } from "./quote.server";
import { InquiryForm, InquiryReview } from "./inquiry-form";
import "./inquiry.css";

const head: HeadOf = ({ t }) => ({ title: t("support:inquiry.title"), lead: t("support:inquiry.lead") });

export const handle = { i18n: ["support"], head };

export { clientAction, shouldRevalidate, textMeta as meta } from "~/components/document/route-exports";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const [lng, session] = await Promise.all([
    languageOf({ request, context }),
    getSession({ request, context }),
  ]);
  const { user, data } = session;
  const search = new URL(request.url).searchParams;
  const t = translator(lng);
  const typeCode = search.get("typeCode");
  const type = isInquiryType(typeCode, session.isSignedIn) ? typeCode : undefined;
  const transactionId = numberIn(search, "transactionId");
  const historyEntry = numberIn(search, ENTRY_PARAM);
  const payment =
    transactionId && session.isSignedIn
      ? await ifReadable(() => findByTransaction(session, transactionId))
      : undefined;
  const unfinished = payment && paymentInquiry(t, payment);
  const quote = await quoteOf(session, numberIn(search, "quote"), t, lng);
  const sent = search.has("sent") ? (data.sentInquiry ?? null) : null;
  const form = sent ? null : inquiryForm.open(session, request);
  return json({
    form,
    ...(form && (await restoredFile(session, form))),
    types: inquiryTypesFor(session.isSignedIn),
    // The URL can prefill fields: FAQ links pass the type, links of an unfinished payment its transaction.
    initial: {
      ...(type ? { typeCode: type } : {}),
      ...(user ? { name: memberName(user, lng) ?? "", email: user.email } : {}),
      subject: cut(line(unfinished?.subject ?? quote?.subject ?? search.get("subject") ?? ""), MAX_SUBJECT),
      message:
        quote?.message ||
        cut(paragraphs(unfinished?.message ?? search.get("message") ?? ""), MAX_MESSAGE) ||
        (transactionId ? t("support:inquiry.transaction", { id: transactionId }) : "") ||
        (historyEntry ? t("support:inquiry.historyEntry", { id: historyEntry }) : ""),
    },
    answers: type
      ? await answersFor(apiLanguage(lng), type, context.isDataRequest ? 2_000 : undefined)
      : null,
    sent,
    quote: quote && { reference: quote.reference, without: paths.support.inquiryWith({ typeCode: type }) },
    isMember: session.isSignedIn,
    token: newFormToken(),
    title: t("support:inquiry.title"),
    description: t("support:inquiry.description"),
  });
}

export { inquiryAction as action } from "./action.server";

export default function Inquiry() {
  const { form, sent, isMember, quote, ...data } = useLoaderData<typeof loader>();
  const { t } = useTranslation("support");
  const actionData = useFormActionData<AttachmentStep>("inquiry");
  return (
    <div className="read page-body inquiry">
      {sent ? (
        <InquiryDone {...sent} />
      ) : !form ? null : actionData?.step === "confirm" ? (
        <InquiryReview
          setup={form}
          values={actionData.lastResult.initialValue ?? {}}
          attached={actionData.attachment}
          token={actionData.token}
        />
      ) : (
        <>
          {isMember ? null : (
            <Alert>
              {t("inquiry.guest")}{" "}
              <TextLink to={paths.signIn(paths.support.inquiry)}>{t("inquiry.signIn")}</TextLink>
            </Alert>
          )}
          {quote ? (
            <Alert>
              {t("inquiry.quotes", { reference: quote.reference })}{" "}
              <TextLink to={quote.without} reloadDocument>
                {t("inquiry.quoteRemove")}
              </TextLink>
            </Alert>
          ) : null}
          <InquiryForm
            key={form.signature}
            {...data}
            setup={form}
            attached={actionData ? actionData.attachment : data.attached}
            lost={actionData ? undefined : data.lost}
            token={actionData?.token ?? data.token}
          />
        </>
      )}
    </div>
  );
}

function InquiryDone({ publicId, email }: { publicId: string; email: string }) {
  const { t } = useTranslation("support");
  return (
    <section className="panel form-panel">
      <StatePicture name="sent" />
      <StepHeading level={2}>{t("inquiry.doneTitle")}</StepHeading>
      <div role="status">
        <Facts className="num" rows={[[t("inquiry.doneReference"), publicId]]} />
      </div>
      <p>{t("inquiry.doneNext", { email })}</p>
      <div className="form__do">
        <ButtonLink to={paths.support.faq()}>{t("inquiry.doneFaq")}</ButtonLink>
        <ButtonLink to={paths.support.inquiry} look="line">
          {t("inquiry.doneAnother")}
        </ButtonLink>
      </div>
    </section>
  );
}

export { PartErrorBoundary as ErrorBoundary } from "~/components/page/page-error";
