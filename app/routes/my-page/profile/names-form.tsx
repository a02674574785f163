import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ErrorSummary } from "~/components/error-summary";
import { Field } from "~/components/field";
import { SubmitButton } from "~/components/submit-button";
import { MAX_NAME } from "~/domain/name-rules";
import { paths } from "~/domain/paths";

interface NamesFormProps {
  lng: string;
  names: { firstName: string; lastName: string };
  lastResult: SubmissionResult | undefined;
}

/** First and last name, in the order in which the language says them. */
export function NamesForm({ lng, names, lastResult }: NamesFormProps) {
  const { t } = useTranslation(["my-page", "account"]);
  const [form, fields] = useForm<NamesFormProps["names"]>({
    id: "names",
    lastResult: lastResult ?? null,
    defaultValue: names,
  });
  const first = (
    <Field
      key="first"
      meta={fields.firstName}
      label={t("account:name.first")}
      autoComplete="given-name"
      maxLength={MAX_NAME}
      required
    />
  );
  const last = (
    <Field
      key="last"
      meta={fields.lastName}
      label={t("account:name.last")}
      autoComplete="family-name"
      maxLength={MAX_NAME}
      required
    />
  );
  return (
    <Form
      method="post"
      action={paths.myPage.profile}
      preventScrollReset
      {...getFormProps(form)}
      className="form"
    >
      <ErrorSummary form={form} fields={fields} />
      <div className="form__row">{lng === "en" ? [first, last] : [last, first]}</div>
      <div className="form__do">
        <SubmitButton name="intent" value="names" busy={t("my-page:profile.saving")}>
          {t("my-page:profile.save")}
        </SubmitButton>
      </div>
    </Form>
  );
}
