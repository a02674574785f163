import { useTranslation } from "react-i18next";
import { Icon } from "~/components/text/elements";
import { Time } from "~/components/text/time";
import { deviceText } from "./device-text";
import type { SignInRows } from "./sessions.server";

/** The member's past sign-ins, also of sessions that have ended. */
export function SignIns({ rows, days, most }: SignInRows) {
  const { t } = useTranslation("my-page");
  return (
    <details className="sign-ins">
      <summary>
        {t("signIns.title", { days })}
        <Icon name="chevron" size={16} className="chev" />
      </summary>
      {rows.length === 0 ? (
        <p className="soft">{t("signIns.none")}</p>
      ) : (
        <>
          <p className="soft small">{t("signIns.order", { most })}</p>
          {rows.some(({ place }) => place) ? null : <p className="soft small">{t("signIns.placeUnknown")}</p>}
          <ul>
            {rows.map((row, index) => (
              <li key={`${row.at} ${index}`}>
                <b>{deviceText(t, row)}</b> <Time value={row.at} />
                {row.place ? <span> · {row.place}</span> : null}
              </li>
            ))}
          </ul>
        </>
      )}
    </details>
  );
}
