import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ErrorSummary } from "~/components/form/error-summary";
import { NameFields, useNames } from "~/components/account/name-fields";
import { SubmitButton } from "~/components/form/submit-button";
import { paths } from "~/domain/paths";

interface NamesFormProps {
  names: { firstName: string; lastName: string };
  lastResult: SubmissionResult | undefined;
}

/** First and last name, in the order in which the language says them. */
export function NamesForm({ names, lastResult }: NamesFormProps) {
  const { t } = useTranslation("my-page");
  const [form, fields] = useForm<NamesFormProps["names"]>({
    id: "names",
    lastResult: lastResult ?? null,
    defaultValue: names,
  });
  const { names: ordered, labels } = useNames(fields);
  return (
    <Form
      method="post"
      action={paths.myPage.profile}
      preventScrollReset
      {...getFormProps(form)}
      className="form"
    >
      <ErrorSummary form={form} fields={ordered} labels={labels} />
      <NameFields firstName={fields.firstName} lastName={fields.lastName} />
      <div className="form__do">
        <SubmitButton name="intent" value="names" busy={t("profile.saving")}>
          {t("profile.save")}
        </SubmitButton>
      </div>
    </Form>
  );
}
