import { useState } from "react";
import { useTranslation } from "react-i18next";
import { AttachedFact, AttachmentField, AttachmentForm } from "~/components/attachment/attachment-field";
import { fileSize } from "~/components/attachment/use-upload";
import { Field } from "~/components/form/fields";
import { Confirm, ConfirmStep } from "~/components/form/confirm";
import { SubmitButton } from "~/components/form/submit-button";
import { useFormActionData, usePageForm } from "~/components/form/page-form";
import {
  Alert,
  ButtonLink,
  Facts,
  Icon,
  StatusTag,
  useForeignLang,
  UserText,
} from "~/components/text/elements";
import { Time } from "~/components/text/time";
import type { AttachedFile } from "~/domain/attachment-rules";
import type { FormSetup } from "~/domain/form-setup";
import { inquiryTones } from "~/domain/inquiry-types";
import { paths } from "~/domain/paths";
import { textParts } from "~/domain/text-links";
import type { AttachmentStep } from "#server/uploads/attachment-action.server";
import type { InquiryDetailData } from "#server/wire/support";
import { CLOSED_MESSAGE, replyFields } from "./form";

interface ThreadProps {
  /** The URLs of its attachments have passed the allow-list. */
  inquiry: InquiryDetailData;
  form: FormSetup;
  token: string;
  /** Picture of the restored draft. */
  attached: AttachedFile | null;
  lost?: string | undefined;
}

interface ReplyProps {
  setup: FormSetup;
  attached: AttachedFile | null | undefined;
  /** Name of a picture that could not be kept. */
  lost?: string | undefined;
  token: string;
}

export function Thread({ inquiry, form, token, attached, lost }: ThreadProps) {
  const { t } = useTranslation("support");
  const { publicId, typeCode, customerName, customerEmail, createdAt, status, messages } = inquiry;
  const actionData = useFormActionData<AttachmentStep>(form.name);
  const closed = status === "CLOSED";
  // The API refused the reply, though its list of inquiries may say otherwise.
  const refused = actionData?.lastResult.error?.[""]?.includes(CLOSED_MESSAGE) === true;
  const facts = [
    [t("list.type"), t(`inquiryTypes.${typeCode}`)],
    [t("thread.reference"), <span className="num">{publicId}</span>],
    [t("thread.received"), <Time value={createdAt} />],
    [
      t("thread.sender"),
      <>
        {customerName ? <UserText text={customerName} /> : null}
        {customerName && customerEmail ? " / " : null}
        {customerEmail}
      </>,
    ],
  ] as const;
  return (
    <div className="conversation">
      <div className="conversation__about">
        {status ? (
          <p role="status">
            <StatusTag tone={inquiryTones[status]} filled>
              {t(`thread.status.${status}`)}
            </StatusTag>
          </p>
        ) : null}
        <Facts rows={facts} />
      </div>
      <section aria-label={t("thread.label")}>
        <ol className="thread">
          {messages.map((message, index) => (
            <Message key={index} message={message} />
          ))}
        </ol>
      </section>
      {closed || refused ? (
        <Alert title={t("thread.closedTitle")}>
          <p>{t("thread.closedText")}</p>
          <ButtonLink to={paths.support.inquiryWith({ typeCode, quote: publicId })} look="line" size="small">
            {t("thread.continue")}
          </ButtonLink>
        </Alert>
      ) : null}
      {actionData?.step === "confirm" && !closed ? (
        <ReplyReview
          setup={form}
          values={actionData.lastResult.initialValue ?? {}}
          attached={actionData.attachment}
          token={actionData.token}
        />
      ) : (
        <ReplyForm
          key={form.signature}
          setup={form}
          attached={actionData ? actionData.attachment : attached}
          lost={actionData ? undefined : lost}
          token={actionData?.token ?? token}
          closed={closed}
        />
      )}
    </div>
  );
}

function Message({ message }: { message: InquiryDetailData["messages"][number] }) {
  const { t } = useTranslation("support");
  const { senderType, senderName, content, createdAt, attachments } = message;
  const isOwn = senderType === "CUSTOMER";
  return (
    <li className={isOwn ? "message message--own" : "message"}>
      <article>
        <header>
          <h2>
            <UserText text={senderName || t(isOwn ? "thread.you" : "thread.support")} />
          </h2>
          <Time value={createdAt} />
        </header>
        <p className="typed">{isOwn ? <UserText text={content} /> : <LinkedText text={content} />}</p>
        {attachments.length > 0 ? (
          <ul>
            {attachments.map(({ fileUrl, fileName }) => (
              <li key={fileUrl}>
                <a className="link" href={fileUrl} target="_blank" rel="noopener noreferrer">
                  <Icon name="file" />
                  <span>
                    {fileName}
                    <span className="sr">{t("thread.newTab")}</span>
                  </span>
                </a>
              </li>
            ))}
          </ul>
        ) : null}
      </article>
    </li>
  );
}

/** An answer of support, in which an https address is a link that shows all of itself, from left to right. */
function LinkedText({ text }: { text: string }) {
  const lang = useForeignLang(text);
  return (
    <bdi lang={lang}>
      {textParts(text).map(({ text: part, href }, index) =>
        href === undefined ? (
          part
        ) : (
          <a
            key={index}
            href={href}
            dir="ltr"
            rel="noopener noreferrer nofollow"
            referrerPolicy="no-referrer"
          >
            {part}
          </a>
        ),
      )}
    </bdi>
  );
}

function ReplyReview({ setup, values, attached, token }: ReplyProps & { values: Record<string, unknown> }) {
  const { t, i18n } = useTranslation("support");
  return (
    <ConfirmStep
      of={setup}
      title={t("reply.confirmTitle")}
      text={t("reply.confirmText")}
      action={t("reply.submit")}
      cancel={t("inquiry.edit")}
      declared={replyFields}
      values={values}
      more={{ token, ...(attached ? { attachment: attached.id, attachmentName: attached.name } : {}) }}
      facts={
        attached ? [[t("inquiry.file"), `${attached.name} (${fileSize(attached.size, i18n.language)})`]] : []
      }
    />
  );
}

function ReplyForm({ setup, attached, lost, token, closed }: ReplyProps & { closed: boolean }) {
  const { t } = useTranslation("support");
  const [uploading, setUploading] = useState(false);
  const [file, setFile] = useState<AttachedFile | null>(null);
  const form = usePageForm(replyFields, setup);
  const { fields } = form;
  return (
    <AttachmentForm of={form} title={t("reply.title")} token={token}>
      <Field of={fields.content} rows={5} disabled={closed} />
      {closed ? null : (
        <AttachmentField
          of={fields.file}
          setup={setup}
          place={form.place}
          attached={attached}
          lost={lost}
          onUploading={setUploading}
          onFile={setFile}
        />
      )}
      <Confirm
        title={t("reply.confirmTitle")}
        text={t("reply.confirmText")}
        action={t("reply.submit")}
        cancel={t("inquiry.edit")}
        details={file ? <AttachedFact file={file} /> : null}
      >
        <div className="form-stack">
          <SubmitButton wide busy={t("reply.busy")} disabled={closed || uploading}>
            {t("reply.submit")}
          </SubmitButton>
        </div>
      </Confirm>
      {closed ? null : <p className="soft small">{t("reply.wait")}</p>}
    </AttachmentForm>
  );
}
