import { useLocation } from "@remix-run/react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { paths } from "~/domain/paths";
import { Link } from "../text/link";
import { Icon } from "../text/icon";
import { useSignedIn } from "../document/auth-channel";
import { LanguageMenu } from "./language-menu";
import { isCurrent, isInArea, menuEntries } from "./menu-entries";
import { MobileMenu } from "./mobile-menu";
import { ProfileMenu } from "./profile-menu";
import { ThemeMenu } from "./theme-menu";
import { useFocusMain } from "./use-focus-main";
import { usePopups } from "./use-popups";

/** Header of every page, 80 px high. Each menu is a `<details>`, so that it opens without scripts. */
export function SiteHeader() {
  const { t } = useTranslation("common");
  const location = useLocation();
  const { user } = useSignedIn();
  const header = useRef<HTMLElement>(null);
  usePopups(header);
  useFocusMain();
  const entries = menuEntries(t, user !== null);

  return (
    <header className="top" data-ground="night" ref={header}>
      <div className="wrap top__in">
        <Link className="top__logo" to={paths.home}>
          <img src="/art/logo.svg" width={179} height={64} alt={t("home")} />
        </Link>
        <nav className="nav" aria-label={t("nav.main")}>
          {entries.map(({ label, to, links }) =>
            links ? (
              <details key={to} className="pop" name="pop" data-hover="">
                <summary {...(isInArea(to, location.pathname) ? { "data-current": "" } : {})}>
                  {label}
                  <Icon name="chevron" size={16} className="chev" />
                </summary>
                <div className="pop__panel" data-ground="paper">
                  {links.map((link) => (
                    <Link
                      key={link.to}
                      to={link.to}
                      {...(isCurrent(link.to, location) ? { "aria-current": "page" as const } : {})}
                    >
                      {link.label}
                    </Link>
                  ))}
                </div>
              </details>
            ) : (
              <Link
                key={to}
                to={to}
                prefetch
                {...(isCurrent(to, location) ? { "aria-current": "page" as const } : {})}
              >
                {label}
              </Link>
            ),
          )}
        </nav>
        <div className="top__end">
          <ThemeMenu />
          <LanguageMenu />
          {user ? (
            <ProfileMenu user={user} />
          ) : (
            <>
              <Link className="top__link only-wide" to={paths.signIn()}>
                {t("nav.signIn")}
              </Link>
              <Link className="btn btn--line btn--small only-wide" to={paths.signUp}>
                {t("nav.signUp")}
              </Link>
            </>
          )}
          <Link className="btn btn--small only-wide" to={paths.download}>
            {t("nav.connect")}
          </Link>
          <MobileMenu entries={entries} user={user} />
        </div>
      </div>
    </header>
  );
}
