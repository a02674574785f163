import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ButtonLink } from "~/components/page/button-link";
import { EmptyState } from "~/components/page/empty-state";
import { Skeleton } from "~/components/list/skeleton";
import { WithoutScripts } from "~/components/list/without-scripts";
import { StatePicture } from "~/components/page/state-picture";
import { SubmitButton } from "~/components/form/submit-button";
import { paths } from "~/domain/paths";

/** WEB-054/099 */
export function NoOrders() {
  const { t } = useTranslation(["my-page", "errors"]);
  return (
    <EmptyState
      picture="no-orders"
      level={3}
      title={t("errors:web.054")}
      text={t("my-page:orders.empty")}
      action={
        <ButtonLink look="line" to={paths.store.products()}>
          {t("my-page:orders.toStore")}
        </ButtonLink>
      }
    />
  );
}

/** Shown without a valid token for the order service; signing in again provides one. */
export function OrdersRefused() {
  const { t } = useTranslation(["my-page", "common"]);
  return (
    <div className="panel empty" role="alert">
      <StatePicture name="locked" />
      <h3>{t("my-page:orders.refusedTitle")}</h3>
      <p>{t("my-page:orders.refused")}</p>
      <Form method="post" action={paths.signOut}>
        <SubmitButton look="line">{t("common:nav.signOut")}</SubmitButton>
      </Form>
    </div>
  );
}

export function OrdersSkeleton() {
  const { t } = useTranslation("my-page");
  return (
    <div className="panel sheet-part">
      <p className="sr" role="status">
        {t("loading")}
      </p>
      <WithoutScripts />
      {Array.from({ length: 6 }, (_, index) => (
        <Skeleton key={index} height="2.25rem" />
      ))}
    </div>
  );
}
