import { useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { paths } from "~/domain/paths";
import { Link } from "../text/link";
import { Icon } from "../text/icon";
import { UserText } from "../text/user-text";
import type { RootUser } from "../document/root-data";
import { isCurrent, profileLinks } from "./menu-entries";
import { memberName } from "~/domain/member-name";

export function ProfileMenu({ user }: { user: RootUser }) {
  const { t, i18n } = useTranslation("common");
  const location = useLocation();
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
        {profileLinks(t).map(({ to, label }) => (
          <Link key={to} to={to} {...(isCurrent(to, location) ? { "aria-current": "page" as const } : {})}>
            {label}
          </Link>
        ))}
        <form className="pop__out" method="post" action={paths.signOut}>
          <button type="submit">{t("nav.signOut")}</button>
        </form>
      </div>
    </details>
  );
}
