import { useTranslation } from "react-i18next";
import { COOKIE_FIELD, type FormOpening, LANGUAGE_FIELD, STAMP_FIELD } from "~/domain/form-answer";

type Marks = Pick<FormOpening, "stamp"> & Partial<Pick<FormOpening, "triesCookies">>;

/**
 * What goes back with every form unseen: whom and what it was made for, the language that it was filled in on, and that
 * its page has tried to set a cookie.
 */
export function FormMarks({ of }: { of: Marks }) {
  const { i18n } = useTranslation();
  return (
    <>
      <input type="hidden" name={STAMP_FIELD} value={of.stamp} />
      <input type="hidden" name={LANGUAGE_FIELD} value={i18n.language} />
      {of.triesCookies ? <input type="hidden" name={COOKIE_FIELD} value="tried" /> : null}
    </>
  );
}
