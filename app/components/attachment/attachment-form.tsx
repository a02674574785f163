import { type FormMetadata, getFormProps } from "@conform-to/react";
import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Alert } from "../message/alert";
import { ErrorSummary } from "../form/error-summary";
import type { FieldMeta } from "../form/field-parts";
import { useSubmitPause } from "../form/use-submit-pause";

interface AttachmentFormProps<Fields extends Record<string, unknown>> {
  form: FormMetadata<Fields, string[]>;
  fields: Record<string, FieldMeta>;
  /** Where it is sent; the page itself without it. */
  action?: string;
  title: string;
  /** The connection was lost while it was sent: everything is still there. */
  offline: boolean;
  /** Names this sending, so that it counts once however often it arrives. */
  token: string;
  children: ReactNode;
}

/** The frame of a form with an attachment: multipart, sent once, its errors on top. */
export function AttachmentForm<Fields extends Record<string, unknown>>({
  form,
  fields,
  action,
  title,
  offline,
  token,
  children,
}: AttachmentFormProps<Fields>) {
  const { t } = useTranslation("support");
  const { onSubmit, ...formProps } = getFormProps(form);
  const pause = useSubmitPause();
  return (
    <Form
      method="post"
      {...(action ? { action } : {})}
      encType="multipart/form-data"
      {...formProps}
      onSubmit={(event) => {
        if (pause(event)) onSubmit(event);
      }}
      noValidate
      className="panel form-panel"
    >
      <h2>{title}</h2>
      {offline ? (
        <Alert kind="error" role="alert">
          {t("offline")}
        </Alert>
      ) : null}
      <ErrorSummary form={form} fields={fields} />
      <input type="hidden" name="token" value={token} />
      {children}
    </Form>
  );
}
