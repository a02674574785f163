import { useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { paths } from "~/domain/paths";
import { Link } from "../text/link";
import { Icon } from "../text/icon";
import { UserText } from "../text/user-text";
import type { RootUser } from "../document/root-data";
import { LanguageForm, ThemeForm } from "./choice-menus";
import { isInArea, type MenuEntry, MenuItem, type MenuLink, profileLinks } from "./menu-entries";
import { memberName } from "~/domain/member-name";

export function MobileMenu({ entries, user }: { entries: MenuEntry[]; user: RootUser | null }) {
  const { t } = useTranslation("common");
  const { pathname } = useLocation();
  const own = profileLinks(t);
  const terminate = own.pop();
  const item = (link: MenuLink) => (
    <li key={link.to}>
      <MenuItem {...link} />
    </li>
  );
  return (
    <details className="pop burger" name="pop">
      <summary aria-label={t("nav.menu")}>
        <Icon name="menu" size={24} className="burger__open" />
        <Icon name="close" size={22} className="burger__close" />
      </summary>
      <nav className="pop__panel drawer" data-ground="night" aria-label={t("nav.menu")}>
        {user ? (
          <>
            <Member user={user} />
            <p className="drawer__title">{t("nav.myPage")}</p>
            <ul className="drawer__links">{own.map(item)}</ul>
          </>
        ) : null}
        <p className="drawer__title">{t("nav.world")}</p>
        <ul className="drawer__links">
          {entries.map(({ to, label, links }) =>
            links ? (
              <li key={to}>
                {/* The key collapses it when the user enters or leaves the area. */}
                <details key={String(isInArea(to, pathname))}>
                  <summary data-current={isInArea(to, pathname) ? "" : undefined}>
                    {label}
                    <Icon name="chevron" size={16} className="chev" />
                  </summary>
                  <ul className="drawer__links">{links.map(item)}</ul>
                </details>
              </li>
            ) : (
              item({ to, label })
            ),
          )}
        </ul>
        <div className="drawer__set">
          <p className="sr">{t("theme.label")}</p>
          <ThemeForm className="seg" ground="night" />
          <p className="sr">{t("nav.language")}</p>
          <LanguageForm className="seg" ground="night" />
        </div>
        <div className="drawer__end">
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
          {user && terminate ? (
            <Link className="drawer__last" to={terminate.to}>
              {terminate.label}
            </Link>
          ) : null}
        </div>
      </nav>
    </details>
  );
}

function Member({ user }: { user: RootUser }) {
  const { t, i18n } = useTranslation("common");
  return (
    <div className="drawer__me">
      <p>
        <b>
          <UserText text={memberName(user, i18n.language) ?? user.email ?? t("nav.myPage")} />
        </b>
        {user.email}
      </p>
      {/* Lazy: not requested while the menu is closed. */}
      <img src={paths.myPage.island} width={640} height={560} alt="" loading="lazy" />
    </div>
  );
}
