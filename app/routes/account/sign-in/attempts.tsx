import { useTranslation } from "react-i18next";

const MAX_ATTEMPTS = 5;
/** Number of failed attempts from which the message counts the remaining ones. */
const COUNTS_DOWN_FROM = 3;

/**
 * Shows the failed attempts as bars, and says in words when the account will be locked.
 * Spec: accounts-and-store.md section 9 (locked at the fifth).
 *
 * @param count failed attempts in a row, 1 to 4
 */
export function Attempts({ count }: { count: number }) {
  const { t } = useTranslation("account");
  const left = MAX_ATTEMPTS - count;
  return (
    <div className="mt-2">
      <div className="flex gap-2" aria-hidden="true">
        {Array.from({ length: MAX_ATTEMPTS }, (_, n) => (
          <span key={n} className={`h-1.5 w-8 rounded-full ${n < count ? "bg-danger" : "bg-line"}`} />
        ))}
      </div>
      {count < COUNTS_DOWN_FROM ? (
        <p className="hint mt-1">{t("signIn.lockHint")}</p>
      ) : (
        <p className="hint mt-1">
          {t("signIn.lockLeft", { count: left })}
          {t("signIn.lockInstead")}
        </p>
      )}
    </div>
  );
}
