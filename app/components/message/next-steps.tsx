import { useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { MONEY_STEP, nextSteps } from "~/domain/next-steps";
import { paths } from "~/domain/paths";
import { dynamicKey } from "~/i18n/dynamic";
import { Link } from "../text/link";

/** Sentences that tell the reader of a message what to do next; nothing if the message itself says it. */
export function NextSteps({ after }: { after: string | undefined }) {
  const { t } = useTranslation(["errors", "store"]);
  const { pathname } = useLocation();
  if (after === undefined) return null;
  return nextSteps(after, pathname).map((key) => (
    <p key={key}>
      {dynamicKey(t, key)}
      {key === MONEY_STEP ? (
        <>
          {" "}
          <Link className="link" to={paths.myPage.ecommerceHistory()}>
            {t("store:purchases.title")}
          </Link>
        </>
      ) : null}
    </p>
  ));
}
