import { useLocation, useNavigate } from "@remix-run/react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "~/components/text/link";
import { myPageHashes, tabOfHash } from "~/domain/my-page-hashes";

/**
 * Keeps the addresses /my-page#history … working: the server never sees a hash, so with scripts the address
 * replaces itself; without, the part that the hash names (`:target`) appears and offers the link.
 */
export function HashLinks() {
  const { t } = useTranslation(["my-page", "common"]);
  const { hash } = useLocation();
  const navigate = useNavigate();

  useEffect(() => {
    const tab = tabOfHash(hash);
    if (tab) navigate(tab, { replace: true });
  }, [hash, navigate]);

  return (
    <div className="hash-links">
      {myPageHashes.map(({ hash: id, to, name }) => (
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
