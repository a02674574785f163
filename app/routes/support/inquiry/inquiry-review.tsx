import { useTranslation } from "react-i18next";
import { type AttachedFile, fileSize } from "~/components/attachment/use-upload";
import { ConfirmStep } from "~/components/form/confirm-step";
import { Facts } from "~/components/text/facts";
import type { FormSetup } from "~/domain/form-answer";
import { paths } from "~/domain/paths";
import { dynamicKey } from "~/i18n/dynamic";
import type { InquiryField } from "./action.server";

interface InquiryReviewProps {
  opening: FormSetup;
  values: Record<InquiryField, string>;
  attached: AttachedFile | null;
  token: string;
}

/** Asks for confirmation and shows all input, for visitors without scripts. */
export function InquiryReview({ opening, values, attached, token }: InquiryReviewProps) {
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
      of={opening}
      title={t("inquiry.confirmTitle")}
      text={t("inquiry.confirmText")}
      action={t("inquiry.submit")}
      cancel={t("inquiry.edit")}
      formAction={paths.support.inquiry}
      fields={{ ...values, token, ...(attached ? { attachment: attached.id } : {}) }}
    >
      <Facts className="typed" rows={rows} />
    </ConfirmStep>
  );
}
