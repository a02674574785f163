import { useState } from "react";
import { useTranslation } from "react-i18next";
import { AttachmentField, AttachmentForm } from "~/components/attachment/attachment-field";
import type { AttachedFile } from "~/components/attachment/use-upload";
import { Confirm } from "~/components/form/confirm";
import { SubmitButton } from "~/components/form/submit-button";
import { TextArea } from "~/components/form/fields";
import { usePageForm } from "~/components/form/use-page-form";
import type { FormSetup } from "~/domain/form-answer";
import { MAX_MESSAGE } from "~/domain/inquiry-rules";

interface ReplyFormProps {
  opening: FormSetup;
  attached: AttachedFile | null | undefined;
  token: string;
  closed: boolean;
}

/** Shows the reply form. It is disabled if the inquiry is closed. */
export function ReplyForm({ opening, attached, token, closed }: ReplyFormProps) {
  const { t } = useTranslation("support");
  const [uploading, setUploading] = useState(false);
  const form = usePageForm<"content" | "file">(opening, { more: ["file"] });
  const { fields } = form;
  return (
    <AttachmentForm of={form} title={t("reply.title")} token={token}>
      <TextArea
        meta={fields.content}
        label={t("reply.content")}
        note={t("inquiry.upTo", { count: MAX_MESSAGE })}
        rows={5}
        required
        disabled={closed}
      />
      {closed ? null : (
        <AttachmentField of={opening} meta={fields.file} attached={attached} onUploading={setUploading} />
      )}
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
