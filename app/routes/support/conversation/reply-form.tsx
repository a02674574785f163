import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { Form } from "@remix-run/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Alert } from "~/components/alert";
import { AttachmentField } from "~/components/attachment/attachment-field";
import type { AttachedFile } from "~/components/attachment/use-upload";
import { Confirm } from "~/components/confirm";
import { DefaultButton } from "~/components/default-button";
import { ErrorSummary } from "~/components/error-summary";
import { SubmitButton } from "~/components/submit-button";
import { TextArea } from "~/components/text-area";
import { useSubmitPause } from "~/components/use-submit-pause";
import { MAX_MESSAGE } from "~/domain/inquiry-rules";

interface ReplyFormProps {
  lastResult: SubmissionResult | null;
  attached: AttachedFile | null | undefined;
  token: string;
  closed: boolean;
  offline: boolean;
}

/** The reply box; under a closed inquiry it is there, but takes nothing. */
export function ReplyForm({ lastResult, attached, token, closed, offline }: ReplyFormProps) {
  const { t } = useTranslation("support");
  const [uploading, setUploading] = useState(false);
  const [form, fields] = useForm<{ content: string; file: string }>({ id: "reply", lastResult });
  const { onSubmit, ...formProps } = getFormProps(form);
  const pause = useSubmitPause();
  return (
    <Form
      method="post"
      encType="multipart/form-data"
      {...formProps}
      onSubmit={(event) => {
        if (pause(event)) onSubmit(event);
      }}
      noValidate
      className="panel form-panel"
    >
      <h2>{t("reply.title")}</h2>
      {offline ? (
        <Alert kind="error" role="alert">
          {t("offline")}
        </Alert>
      ) : null}
      <ErrorSummary form={form} fields={fields} />
      {closed ? null : <DefaultButton />}
      <input type="hidden" name="token" value={token} />
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
    </Form>
  );
}
