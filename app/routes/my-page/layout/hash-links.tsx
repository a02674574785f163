import { useLocation, useNavigate } from "@remix-run/react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "~/components/text/link";
import { myPageHashes, tabOfHash } from "~/domain/my-page-hashes";

/**
 * Supports URLs such as /my-page#history. The server never receives the hash, so scripts redirect to the tab; without
 * scripts the element of that id is shown (`:target`) with a link.
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
