import type { ReactNode } from "react";
import { PageForm } from "../form/page-form";
import type { PageFormState } from "../form/use-page-form";

interface AttachmentFormProps {
  of: PageFormState<string>;
  /** Where it is sent; the page itself without it. */
  action?: string;
  title: string;
  /** Names this sending, so that it counts once however often it arrives. */
  token: string;
  children: ReactNode;
}

/** The frame of a form with an attachment: multipart, sent once. */
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
