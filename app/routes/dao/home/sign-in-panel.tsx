import { useTranslation } from "react-i18next";
import { ButtonLink } from "~/components/page/button-link";
import { paths } from "~/domain/paths";

/** Tells guests what members see here, with links to sign in and sign up. */
export function SignInPanel() {
  const { t } = useTranslation("dao");
  return (
    <section className="panel panel--pad dao-sign-in" aria-labelledby="dao-sign-in">
      <div>
        <h2 id="dao-sign-in">{t("home.signInTitle")}</h2>
        <p className="soft">{t("home.signInText")}</p>
      </div>
      <p className="dao-sign-in__do">
        <ButtonLink to={paths.signIn(paths.dao.root)}>{t("home.signIn")}</ButtonLink>
        <ButtonLink to={paths.signUp} look="line">
          {t("home.signUp")}
        </ButtonLink>
      </p>
    </section>
  );
}
