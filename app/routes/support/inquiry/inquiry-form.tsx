import { useFetcher } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { fileSize } from "~/components/attachment/use-upload";
import { Confirm, ConfirmStep } from "~/components/form/confirm";
import { Icon, Prose, TextLink } from "~/components/text/elements";
import { AttachedFact, AttachmentField, AttachmentForm } from "~/components/attachment/attachment-field";
import { Field, Select } from "~/components/form/fields";
import { Honeypot } from "~/components/form/honeypot";
import { usePageForm } from "~/components/form/page-form";
import { SubmitButton } from "~/components/form/submit-button";
import type { AttachedFile } from "~/domain/attachment-rules";
import type { FieldName } from "~/domain/form-fields";
import type { FormSetup } from "~/domain/form-setup";
import type { FaqType, InquiryType } from "~/domain/inquiry-types";
import { paths } from "~/domain/paths";
import { inquiryFields } from "./form";

export interface FaqAnswers {
  type: FaqType;
  items: { id: number; question: string; html: string }[];
}

interface InquiryFormProps {
  setup: FormSetup;
  types: readonly InquiryType[];
  initial: Partial<Record<FieldName<typeof inquiryFields>, string>>;
  answers: FaqAnswers | null;
  attached: AttachedFile | null | undefined;
  /** Name of a picture of the restored draft that could not be kept. */
  lost?: string | undefined;
  token: string;
}

/** With scripts the suggested answers follow the selected type, and the picture is uploaded before the form. */
export function InquiryForm({ setup, types, initial, answers, attached, lost, token }: InquiryFormProps) {
  const { t } = useTranslation("support");
  const [uploading, setUploading] = useState(false);
  const [file, setFile] = useState<AttachedFile | null>(null);
  const chosen = useFetcher<{ answers: FaqAnswers | null }>();
  const form = usePageForm(inquiryFields, setup, { defaultValue: initial });
  const { fields } = form;
  const stack = useRef<HTMLDivElement>(null);
  const { load } = chosen;
  // A type that was selected before hydration raised no event that React hears.
  useEffect(() => {
    const { value: typeCode = "" } = stack.current?.querySelector("select") ?? {};
    if (typeCode !== (initial.typeCode ?? "")) load(paths.support.inquiryWith({ typeCode }));
    // Once, because later selections raise onChange.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  const offered = chosen.data && "answers" in chosen.data ? chosen.data.answers : answers;
  return (
    <AttachmentForm of={form} action={paths.support.inquiry} title={t("inquiry.heading")} token={token}>
      <Honeypot of={setup.name} />
      <div ref={stack} className="form-stack">
        <Select
          of={fields.typeCode}
          options={types}
          onChange={({ currentTarget: { value: typeCode } }) => load(paths.support.inquiryWith({ typeCode }))}
        />
        <OfferedAnswers answers={offered} types={types} />
      </div>
      <div className="form__row">
        <Field of={fields.name} />
        <Field of={fields.email} />
      </div>
      <Field of={fields.subject} />
      <Field of={fields.message} rows={8} />
      <AttachmentField
        of={fields.file}
        setup={setup}
        place={form.place}
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
  values: Record<string, unknown>;
}

/** Asks for confirmation and shows all input, for visitors without scripts. */
export function InquiryReview({ setup, values, attached, token }: InquiryReviewProps) {
  const { t, i18n } = useTranslation("support");
  const file = attached ? `${attached.name} (${fileSize(attached.size, i18n.language)})` : undefined;
  return (
    <ConfirmStep
      of={setup}
      title={t("inquiry.confirmTitle")}
      text={t("inquiry.confirmText")}
      action={t("inquiry.submit")}
      cancel={t("inquiry.edit")}
      formAction={paths.support.inquiry}
      declared={inquiryFields}
      values={values}
      more={{ token, ...(attached ? { attachment: attached.id, attachmentName: attached.name } : {}) }}
      facts={[[t("inquiry.file"), file ?? t("inquiry.noFile")]]}
    />
  );
}
