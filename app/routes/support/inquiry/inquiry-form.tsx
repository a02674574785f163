import { useFetcher } from "@remix-run/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { fileSize } from "~/components/attachment/use-upload";
import { Confirm, ConfirmStep } from "~/components/form/confirm";
import { Facts, Icon, Prose, TextLink } from "~/components/text/elements";
import { dynamicKey } from "~/i18n/dynamic";
import { AttachedFact, AttachmentField, AttachmentForm } from "~/components/attachment/attachment-field";
import { Field, Select, TextArea } from "~/components/form/fields";
import { Honeypot } from "~/components/form/honeypot";
import { usePageForm } from "~/components/form/page-form";
import { SubmitButton } from "~/components/form/submit-button";
import type { AttachedFile } from "~/domain/attachment-rules";
import type { FormSetup } from "~/domain/form-setup";
import { MAX_EMAIL } from "~/domain/email-rules";
import { MAX_INQUIRY_NAME, MAX_MESSAGE, MAX_SUBJECT } from "~/domain/inquiry-rules";
import type { FaqType, InquiryType } from "~/domain/inquiry-types";
import { paths } from "~/domain/paths";
import type { InquiryField } from "./action.server";

export interface FaqAnswers {
  type: FaqType;
  items: { id: number; question: string; html: string }[];
}

interface InquiryFormProps {
  setup: FormSetup;
  types: readonly InquiryType[];
  initial: Partial<Record<InquiryField, string>>;
  answers: FaqAnswers | null;
  attached: AttachedFile | null | undefined;
  /** Name of a picture of the restored draft that could not be kept. */
  lost?: string | undefined;
  token: string;
}

/** With scripts the suggested answers follow the selected type, and the picture is uploaded before the form. */
export function InquiryForm({ setup, types, initial, answers, attached, lost, token }: InquiryFormProps) {
  const { t } = useTranslation(["support", "common"]);
  const [uploading, setUploading] = useState(false);
  const [file, setFile] = useState<AttachedFile | null>(null);
  const chosen = useFetcher<{ answers: FaqAnswers | null }>();
  const form = usePageForm<InquiryField | "file">(setup, { defaultValue: initial, more: ["file"] });
  const { fields } = form;
  const offered = chosen.data && "answers" in chosen.data ? chosen.data.answers : answers;
  const upTo = (count: number) => t("inquiry.upTo", { count });
  return (
    <AttachmentForm of={form} action={paths.support.inquiry} title={t("inquiry.heading")} token={token}>
      <Honeypot of={setup.name} />
      <div className="form-stack">
        <Select
          meta={fields.typeCode}
          label={t("inquiry.type")}
          placeholder={t("common:form.choose")}
          options={types.map((value) => ({ value, label: t(`inquiryTypes.${value}`) }))}
          required
          onChange={({ currentTarget: { value: typeCode } }) =>
            chosen.load(paths.support.inquiryWith({ typeCode }))
          }
        />
        <OfferedAnswers answers={offered} types={types} />
      </div>
      <div className="form__row">
        <Field
          meta={fields.name}
          label={t("inquiry.name")}
          autoComplete="name"
          most={MAX_INQUIRY_NAME}
          required
        />
        <Field
          meta={fields.email}
          label={t("inquiry.email")}
          hint={t("inquiry.emailHint")}
          type="email"
          inputMode="email"
          autoComplete="email"
          most={MAX_EMAIL}
          required
        />
      </div>
      <Field
        meta={fields.subject}
        label={t("inquiry.subject")}
        note={upTo(MAX_SUBJECT)}
        most={MAX_SUBJECT}
        required
      />
      <TextArea
        meta={fields.message}
        label={t("inquiry.message")}
        note={upTo(MAX_MESSAGE)}
        most={MAX_MESSAGE}
        hint={t("inquiry.messageHint")}
        rows={8}
        required
      />
      <AttachmentField
        of={setup}
        place={form.place}
        meta={fields.file}
        attached={attached}
        lost={lost}
        onUploading={setUploading}
        onFile={setFile}
      />
      <Confirm
        title={t("inquiry.confirmTitle")}
        text={t("inquiry.confirmText")}
        action={t("inquiry.submit")}
        cancel={t("inquiry.edit")}
        details={file ? <AttachedFact file={file} /> : null}
      >
        <SubmitButton wide busy={t("inquiry.busy")} disabled={uploading}>
          {t("inquiry.submit")}
        </SubmitButton>
      </Confirm>
    </AttachmentForm>
  );
}

/** FAQ answers for the selected type. Without scripts a link selects the type and reloads the page. */
function OfferedAnswers({ answers, types }: Pick<InquiryFormProps, "answers" | "types">) {
  const { t } = useTranslation("support");
  return (
    <div aria-live="polite" className="offered">
      {answers && answers.items.length > 0 ? (
        <div className="offered__box">
          <h3>{t("answers.title")}</h3>
          {answers.items.map(({ id, question, html }) => (
            <details key={id} className="fold">
              <summary>
                {question}
                <Icon name="chevron" />
              </summary>
              <Prose html={html} />
            </details>
          ))}
          <TextLink className="small" to={paths.support.faq({ type: answers.type })} icon="arrow-right">
            {t("answers.more")}
          </TextLink>
        </div>
      ) : null}
      {/* `noscript`, not removed after hydration, so that the layout does not shift. */}
      <noscript>
        <details className="fold">
          <summary>
            {t("answers.topics")}
            <Icon name="chevron" />
          </summary>
          <ul className="offered__types">
            {types.map((typeCode) => (
              <li key={typeCode}>
                <a className="link" href={paths.support.inquiryWith({ typeCode })}>
                  {t(`inquiryTypes.${typeCode}`)}
                </a>
              </li>
            ))}
          </ul>
        </details>
      </noscript>
    </div>
  );
}

interface InquiryReviewProps extends Pick<InquiryFormProps, "setup" | "attached" | "token"> {
  values: Record<InquiryField, string>;
}

/** Asks for confirmation and shows all input, for visitors without scripts. */
export function InquiryReview({ setup, values, attached, token }: InquiryReviewProps) {
  const { t, i18n } = useTranslation("support");
  const rows = [
    [t("inquiry.type"), dynamicKey(t, `support:inquiryTypes.${values.typeCode}`)],
    [t("inquiry.name"), values.name],
    [t("inquiry.email"), values.email],
    [t("inquiry.subject"), values.subject],
    [t("inquiry.message"), values.message],
    [
      t("inquiry.file"),
      attached ? `${attached.name} (${fileSize(attached.size, i18n.language)})` : t("inquiry.noFile"),
    ],
  ] as const;
  return (
    <ConfirmStep
      of={setup}
      title={t("inquiry.confirmTitle")}
      text={t("inquiry.confirmText")}
      action={t("inquiry.submit")}
      cancel={t("inquiry.edit")}
      formAction={paths.support.inquiry}
      fields={{
        ...values,
        token,
        ...(attached ? { attachment: attached.id, attachmentName: attached.name } : {}),
      }}
    >
      <Facts className="typed" rows={rows} />
    </ConfirmStep>
  );
}
