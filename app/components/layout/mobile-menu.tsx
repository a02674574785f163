import { useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { paths } from "~/domain/paths";
import { Link } from "../text/link";
import { Icon } from "../text/icon";
import type { RootUser } from "../document/root-data";
import { LanguageForm } from "./language-menu";
import { isCurrent, type MenuEntry, type MenuLink, profileLinks } from "./menu-entries";
import { ThemeForm } from "./theme-menu";
import { memberName } from "~/domain/member-name";

/** The whole menu as a panel that slides in from the side, where there is no room for a row. */
export function MobileMenu({ entries, user }: { entries: MenuEntry[]; user: RootUser | null }) {
  const { t, i18n } = useTranslation("common");
  const plain = entries.filter(({ links }) => !links);
  const groups: { label: string; links: MenuLink[] }[] = [
    ...(user
      ? [{ label: memberName(user, i18n.language) ?? user.email ?? t("nav.myPage"), links: profileLinks(t) }]
      : []),
    { label: t("nav.world"), links: plain },
    ...entries.flatMap(({ label, links }) => (links ? [{ label, links }] : [])),
  ];
  return (
    <details className="pop burger" name="pop">
      <summary aria-label={t("nav.menu")}>
        <Icon name="menu" size={24} className="burger__open" />
        <Icon name="close" size={22} className="burger__close" />
      </summary>
      <nav className="pop__panel" data-ground="paper" aria-label={t("nav.menu")}>
        {groups.map((group, index) => (
          <Group key={index} {...group} />
        ))}
        <p className="burger__group">{t("theme.label")}</p>
        <ThemeForm className="burger__languages" />
        <p className="burger__group">{t("nav.language")}</p>
        <LanguageForm className="burger__languages" />
        <div className="burger__end">
          <Link className="btn" to={paths.download}>
            {t("nav.connect")}
          </Link>
          {user ? (
            <form method="post" action={paths.signOut}>
              <button type="submit" className="btn btn--line">
                {t("nav.signOut")}
              </button>
            </form>
          ) : (
            <>
              <Link className="btn btn--line" to={paths.signUp}>
                {t("nav.signUp")}
              </Link>
              <Link className="btn btn--line" to={paths.signIn()}>
                {t("nav.signIn")}
              </Link>
            </>
          )}
        </div>
      </nav>
    </details>
  );
}

function Group({ label, links }: { label: string; links: MenuLink[] }) {
  const location = useLocation();
  return (
    <>
      <p className="burger__group">{label}</p>
      <ul>
        {links.map(({ to, label: name }) => (
          <li key={to}>
            <Link to={to} {...(isCurrent(to, location) ? { "aria-current": "page" as const } : {})}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
