import { useLocation, useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { memberName } from "~/domain/member-name";
import { paths } from "~/domain/paths";
import { useSignedIn } from "../document/auth-channel";
import type { RootUser } from "../document/root-data";
import { Icon } from "../text/icon";
import { Link } from "../text/link";
import { UserText } from "../text/user-text";
import { LanguageMenu, ThemeMenu } from "./choice-menus";
import { isInArea, menuEntries, MenuItem, profileLinks } from "./menu-entries";
import { MobileMenu } from "./mobile-menu";
import { usePopups } from "./use-popups";

/** First focusable element of every page: skips header and menus. */
export function SkipLink() {
  const { t } = useTranslation("common");
  return (
    <a className="skip" href="#main">
      {t("skip")}
    </a>
  );
}

/** Thin line at the top. Hidden from screen readers, because pages and buttons announce themselves. */
export function ProgressBar() {
  const { state } = useNavigation();
  return <div className="progress" data-busy={state !== "idle"} aria-hidden="true" />;
}

/** Header of every page, 80 px high. Each menu is a `<details>`, so that it opens without scripts. */
export function SiteHeader() {
  const { t } = useTranslation("common");
  const { pathname } = useLocation();
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
                <summary data-current={isInArea(to, pathname) ? "" : undefined}>
                  {label}
                  <Icon name="chevron" size={16} className="chev" />
                </summary>
                <div className="pop__panel" data-ground="paper">
                  {links.map((link) => (
                    <MenuItem key={link.to} {...link} />
                  ))}
                </div>
              </details>
            ) : (
              <MenuItem key={to} to={to} label={label} prefetch />
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

function ProfileMenu({ user }: { user: RootUser }) {
  const { t, i18n } = useTranslation("common");
  const name = memberName(user, i18n.language) ?? user.email ?? t("nav.myPage");
  return (
    <details className="pop only-wide" name="pop">
      <summary aria-label={t("nav.accountOf", { name })}>
        <span className="avatar" aria-hidden="true">
          <img src="/art/logo-mark.svg" width={64} height={64} alt="" />
        </span>
        <span className="top__name">
          <UserText text={name} />
        </span>
        <Icon name="chevron" size={16} className="chev" />
      </summary>
      <div className="pop__panel pop__panel--end" data-ground="paper">
        {/* Lazy: not requested while the menu is closed. */}
        <img
          className="pop__island"
          src={paths.myPage.island}
          width={640}
          height={560}
          alt=""
          loading="lazy"
        />
        <p className="pop__who">
          <b>
            <UserText text={name} />
          </b>
          {user.email}
        </p>
        {profileLinks(t).map((link) => (
          <MenuItem key={link.to} {...link} />
        ))}
        <form className="pop__out" method="post" action={paths.signOut}>
          <button type="submit">{t("nav.signOut")}</button>
        </form>
      </div>
    </details>
  );
}

/** After a client-side navigation: the pressed link may be gone, and a screen reader would announce nothing. */
function useFocusMain(): void {
  const { pathname, hash } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    if (!hash) document.getElementById("main")?.focus({ preventScroll: true });
  }, [pathname, hash]);
}
