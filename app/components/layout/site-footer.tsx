import { useId } from "react";
import { useTranslation } from "react-i18next";
import { paths } from "~/domain/paths";
import { Link } from "../text/elements";
import type { MenuLink } from "./menu-entries";

export function SiteFooter() {
  const { t } = useTranslation("common");
  return (
    <>
      <div className="foot-mist" />
      <footer className="foot" data-ground="night">
        <div className="wrap">
          <div className="foot__in">
            <div>
              <Link className="foot__logo" to={paths.home}>
                <img src="/art/logo.svg" width={179} height={64} alt={t("home")} loading="lazy" />
              </Link>
              <p data-marked="">{t("footer.lead")}</p>
            </div>
            <Column
              title={t("nav.world")}
              links={[
                { to: paths.introduction, label: t("nav.introduction") },
                { to: paths.news(), label: t("nav.news") },
                { to: paths.download, label: t("nav.download") },
              ]}
            />
            <Column
              title={t("nav.community")}
              links={[
                { to: paths.dao.root, label: t("nav.daoHome") },
                { to: paths.dao.operatingMethod, label: t("nav.daoMethod") },
                { to: paths.dao.members(), label: t("nav.daoMembers") },
              ]}
            />
            <Column
              title={t("nav.help")}
              links={[
                { to: paths.support.root, label: t("nav.support") },
                { to: paths.termsOfUse, label: t("nav.terms") },
                { to: paths.privacyPolicy, label: t("nav.privacy") },
              ]}
            />
          </div>
          <div className="foot__end">
            <span>{t("footer.rights")}</span>
            <span>{t("footer.japanTime")}</span>
          </div>
        </div>
      </footer>
    </>
  );
}

function Column({ title, links }: { title: string; links: MenuLink[] }) {
  const id = useId();
  return (
    <nav aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul>
        {links.map(({ to, label }) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
