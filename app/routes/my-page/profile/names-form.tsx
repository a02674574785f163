import { useTranslation } from "react-i18next";
import { NameFields, useNames } from "~/components/account/name-fields";
import { PageForm } from "~/components/form/page-form";
import { SubmitButton } from "~/components/form/submit-button";
import { usePageForm } from "~/components/form/use-page-form";
import type { FormSetup } from "~/domain/form-answer";
import { paths } from "~/domain/paths";

interface NamesFormProps {
  opening: FormSetup;
  names: { firstName: string; lastName: string };
}

export function NamesForm({ opening, names }: NamesFormProps) {
  const { t } = useTranslation("my-page");
  const form = usePageForm<"firstName" | "lastName">(opening, { defaultValue: names });
  const { order, labels } = useNames();
  return (
    <PageForm
      of={form}
      action={paths.myPage.profile}
      preventScrollReset
      className="form"
      order={order}
      labels={labels}
    >
      <NameFields {...form.fields} />
      <div className="form__do">
        <SubmitButton name="intent" value="names" busy={t("profile.saving")}>
          {t("profile.save")}
        </SubmitButton>
      </div>
    </PageForm>
  );
}
