import { useTranslation } from "react-i18next";
import { COOKIE_FIELD, LANGUAGE_FIELD, SIGNATURE_FIELD } from "~/domain/form-setup";

/** Hidden fields of every form. */
export function FormMarks({ of }: { of: { signature: string; triesCookies?: boolean } }) {
  const { i18n } = useTranslation();
  return (
    <>
      <input type="hidden" name={SIGNATURE_FIELD} value={of.signature} />
      <input type="hidden" name={LANGUAGE_FIELD} value={i18n.language} />
      {of.triesCookies ? <input type="hidden" name={COOKIE_FIELD} value="tried" /> : null}
    </>
  );
}
