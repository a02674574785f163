import { Link, useLocation, useNavigate } from "@remix-run/react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { paths } from "~/domain/paths";

/** The hashes of the specification (accounts-and-store.md section 2, My page tabs) and where they live now. */
const tabs = [
  { hash: "tools", to: paths.myPage.tools, name: "tools" },
  { hash: "profile", to: paths.myPage.profile, name: "profile" },
  { hash: "history", to: paths.myPage.history(), name: "history" },
  { hash: "ecommerce-history", to: paths.myPage.ecommerceHistory(), name: "orders" },
  { hash: "terminate", to: paths.myPage.terminate, name: "terminate" },
] as const;

/**
 * Keeps the addresses /my-page#history … working: the server never sees a hash, so with scripts the address
 * replaces itself; without, the part that the hash names (`:target`) appears and offers the link.
 */
export function HashLinks() {
  const { t } = useTranslation(["my-page", "common"]);
  const { hash } = useLocation();
  const navigate = useNavigate();

  useEffect(() => {
    const tab = tabs.find((candidate) => `#${candidate.hash}` === hash);
    if (tab) navigate(tab.to, { replace: true });
  }, [hash, navigate]);

  return (
    <div className="hash-links">
      {tabs.map(({ hash: id, to, name }) => (
        <p className="alert alert--info" id={id} key={id}>
          <span>{t("my-page:moved", { tab: t(`common:nav.${name}`) })}</span>
          <Link className="link" to={to}>
            {t("my-page:open", { tab: t(`common:nav.${name}`) })}
          </Link>
        </p>
      ))}
    </div>
  );
}
