import { type SubmissionResult, useForm } from "@conform-to/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Alert } from "~/components/message/alert";
import { AttachmentField } from "~/components/attachment/attachment-field";
import { AttachmentForm } from "~/components/attachment/attachment-form";
import type { AttachedFile } from "~/components/attachment/use-upload";
import { Confirm } from "~/components/form/confirm";
import { DefaultButton } from "~/components/form/default-button";
import { SubmitButton } from "~/components/form/submit-button";
import { TextArea } from "~/components/form/text-area";
import { MAX_MESSAGE } from "~/domain/inquiry-rules";

interface ReplyFormProps {
  lastResult: SubmissionResult | null;
  typed: string;
  attached: AttachedFile | null | undefined;
  token: string;
  closed: boolean;
  offline: boolean;
}

/** The reply box; under a closed inquiry it is there, but takes nothing. */
export function ReplyForm({ lastResult, typed, attached, token, closed, offline }: ReplyFormProps) {
  const { t } = useTranslation("support");
  const [uploading, setUploading] = useState(false);
  const [form, fields] = useForm<{ content: string; file: string }>({
    id: "reply",
    lastResult,
    defaultValue: { content: typed },
  });
  return (
    <AttachmentForm form={form} fields={fields} title={t("reply.title")} offline={offline} token={token}>
      {closed ? null : <DefaultButton />}
      {typed && !closed && !lastResult ? <Alert role="status">{t("reply.kept")}</Alert> : null}
      <TextArea
        meta={fields.content}
        label={t("reply.content")}
        note={t("inquiry.upTo", { count: MAX_MESSAGE })}
        rows={5}
        required
        disabled={closed}
      />
      {closed ? null : <AttachmentField meta={fields.file} attached={attached} onUploading={setUploading} />}
      <Confirm
        title={t("reply.confirmTitle")}
        text={t("reply.confirmText")}
        action={t("reply.submit")}
        cancel={t("inquiry.edit")}
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
