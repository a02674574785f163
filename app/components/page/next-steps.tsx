import { useLocation } from "@remix-run/react";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { MONEY_STEP, nextSteps } from "~/domain/next-steps";
import { paths } from "~/domain/paths";
import { dynamicKey } from "~/i18n/dynamic";
import { TextLink } from "./button-link";

/** Sentences that tell the reader of a message what to do next; nothing if the message itself says it. */
export function NextSteps({ after }: { after: string | undefined }) {
  const { t } = useTranslation(["errors", "store"]);
  const { pathname } = useLocation();
  if (after === undefined) return null;
  return nextSteps(after, pathname).map((key) => (
    <Fragment key={key}>
      <p>{dynamicKey(t, key)}</p>
      {key === MONEY_STEP ? (
        <p>
          <TextLink to={paths.myPage.ecommerceHistory()} icon="arrow-right">
            {t("store:purchases.title")}
          </TextLink>
        </p>
      ) : null}
    </Fragment>
  ));
}
