import { useLocation } from "@remix-run/react";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { leadsToPurchases, nextSteps, wayOn } from "~/domain/next-steps";
import { paths } from "~/domain/paths";
import { dynamicKey } from "~/i18n/dynamic";
import { TextLink } from "../text/elements";

/** Sentences that tell the reader of a message what to do next; nothing if the message itself says it. */
export function NextSteps({ after }: { after: string | undefined }) {
  const { t } = useTranslation("errors");
  const { pathname } = useLocation();
  if (after === undefined) return null;
  const way = wayOn(after);
  return (
    <>
      {way ? (
        <p>
          <TextLink to={way.to} icon="arrow-right">
            {dynamicKey(t, way.text)}
          </TextLink>
        </p>
      ) : null}
      {leadsToPurchases(after, pathname) ? <PurchasesLink /> : null}
      {nextSteps(after, pathname).map((key) => (
        <Fragment key={key}>
          <p>{dynamicKey(t, key)}</p>
          {leadsToPurchases(key, pathname) ? <PurchasesLink /> : null}
        </Fragment>
      ))}
    </>
  );
}

/** Separate, because only pages of the store load its texts: elsewhere useTranslation would suspend. */
export function PurchasesLink() {
  const { t } = useTranslation("store");
  return (
    <p>
      <TextLink to={paths.myPage.ecommerceHistory()} icon="arrow-right">
        {t("purchases.title")}
      </TextLink>
    </p>
  );
}
