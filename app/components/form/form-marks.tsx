import { useTranslation } from "react-i18next";
import { type FormOpening, LANGUAGE_FIELD, STAMP_FIELD } from "~/domain/form-answer";

/** What goes back with every form unseen: whom and what it was made for, and the language that it was filled in on. */
export function FormMarks({ of }: { of: Pick<FormOpening, "stamp"> }) {
  const { i18n } = useTranslation();
  return (
    <>
      <input type="hidden" name={STAMP_FIELD} value={of.stamp} />
      <input type="hidden" name={LANGUAGE_FIELD} value={i18n.language} />
    </>
  );
}
