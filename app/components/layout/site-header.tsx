import { useLocation, useNavigation } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { memberName } from "~/domain/member-name";
import { paths } from "~/domain/paths";
import { useSignedIn } from "../document/auth-channel";
import type { RootUser } from "../document/root-data";
import { useDetails } from "../document/use-details";
import { Icon, Link, UserText } from "../text/elements";
import { LanguageForm, LanguageMenu, ThemeForm, ThemeMenu } from "./choice-menus";
import { IslandPicture } from "./island-picture";
import { isInArea, menuEntries, type MenuEntry, MenuItem, type MenuLink, profileLinks } from "./menu-entries";
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
              <MenuItem key={to} to={to} label={label} />
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
        <span className="sky-panel" data-ground="night">
          <IslandPicture className="pop__island" isLazy />
        </span>
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

interface DrawerGroupProps {
  label: string;
  /** The visitor is in the area. Entering or leaving it closes the group. */
  isCurrent: boolean;
  children: ReactNode;
}

function DrawerGroup({ label, isCurrent, children }: DrawerGroupProps) {
  const details = useDetails(false, String(isCurrent));
  return (
    <li>
      <details {...details}>
        <summary data-current={isCurrent ? "" : undefined}>
          {label}
          <Icon name="chevron" size={16} className="chev" />
        </summary>
        <ul className="drawer__links">{children}</ul>
      </details>
    </li>
  );
}

function MobileMenu({ entries, user }: { entries: MenuEntry[]; user: RootUser | null }) {
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
            <p className="sr">{t("nav.myPage")}</p>
            <ul className="drawer__links drawer__links--first">{own.map(item)}</ul>
          </>
        ) : null}
        <p className="sr">{t("nav.world")}</p>
        <ul className={user ? "drawer__links" : "drawer__links drawer__links--first"}>
          {entries.map(({ to, label, links }) =>
            links ? (
              <DrawerGroup key={to} label={label} isCurrent={isInArea(to, pathname)}>
                {links.map(item)}
              </DrawerGroup>
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
      <IslandPicture isAlwaysNight isLazy />
    </div>
  );
}
