import { useTranslation } from "react-i18next";
import { fileSize, type AttachedFile } from "~/components/attachment/use-upload";
import { ConfirmStep } from "~/components/form/confirm-step";
import type { FormSetup } from "~/domain/form-answer";

interface ReplyReviewProps {
  opening: FormSetup;
  content: string;
  attached: AttachedFile | null;
  token: string;
}

/** Asks for confirmation before the reply is sent, for visitors without scripts. */
export function ReplyReview({ opening, content, attached, token }: ReplyReviewProps) {
  const { t, i18n } = useTranslation("support");
  return (
    <ConfirmStep
      of={opening}
      title={t("reply.confirmTitle")}
      text={t("reply.confirmText")}
      action={t("reply.submit")}
      cancel={t("inquiry.edit")}
      fields={{ content, token, ...(attached ? { attachment: attached.id } : {}) }}
    >
      <dl className="facts">
        <div>
          <dt>{t("reply.content")}</dt>
          <dd className="typed">{content}</dd>
        </div>
        {attached ? (
          <div>
            <dt>{t("inquiry.file")}</dt>
            <dd className="typed">{`${attached.name} (${fileSize(attached.size, i18n.language)})`}</dd>
          </div>
        ) : null}
      </dl>
    </ConfirmStep>
  );
}
