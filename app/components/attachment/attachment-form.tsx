import type { ReactNode } from "react";
import { PageForm } from "../form/page-form";
import type { PageFormState } from "../form/use-page-form";

interface AttachmentFormProps {
  of: PageFormState<string>;
  /** URL of the action; the current page if omitted. */
  action?: string;
  title: string;
  /** Idempotency key: the submission takes effect once, however often it arrives. */
  token: string;
  children: ReactNode;
}

/** Frame of a form with an attachment: multipart, with an idempotency key. The children contain the file field. */
export function AttachmentForm({ of, action, title, token, children }: AttachmentFormProps) {
  return (
    <PageForm
      of={of}
      {...(action ? { action } : {})}
      encType="multipart/form-data"
      noValidate
      className="panel form-panel"
      title={<h2>{title}</h2>}
    >
      <input type="hidden" name="token" value={token} />
      {children}
    </PageForm>
  );
}
