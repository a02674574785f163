import { useTranslation } from "react-i18next";
import { Link } from "~/components/text/link";
import { paths } from "~/domain/paths";

/**
 * Switches between e-mail and wallet. Two links, so that it works without scripts (accounts-and-store.md section 2,
 * mode switch).
 */
export function ModeSwitch({ mode, redirectTo }: { mode: "email" | "wallet"; redirectTo: string }) {
  const { t } = useTranslation("account");
  const current = (own: typeof mode) => (mode === own ? { "aria-current": "page" as const } : {});
  return (
    <nav className="seg" aria-label={t("signIn.mode")}>
      <Link to={paths.signIn(redirectTo)} {...current("email")}>
        {t("signIn.byEmail")}
      </Link>
      <Link to={paths.signInWithWallet(redirectTo)} {...current("wallet")}>
        {t("signIn.byWallet")}
      </Link>
    </nav>
  );
}
