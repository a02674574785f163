import { useTranslation } from "react-i18next";
import { ButtonLink, Icon } from "~/components/text/elements";
import { paths, withQuery } from "~/domain/paths";

/** The three platforms, in the order of the specification. */
export const platforms = ["pc", "ios", "android"] as const;
export type Platform = (typeof platforms)[number];

interface PlatformCardProps {
  platform: Platform;
  address?: string | undefined;
  /** True for the visitor's own platform; its button is the primary one. */
  isFirst: boolean;
}

export function PlatformCard({ platform, address, isFirst }: PlatformCardProps) {
  const { t } = useTranslation("download");
  return (
    <li className="card platform">
      <img src={`/art/download-${platform}.svg`} width={720} height={600} alt="" decoding="async" />
      <div className="card__b platform__b">
        <p className="platform__for soft small">{isFirst ? t("forYou") : t("alsoFor")}</p>
        <h3>{t(`platforms.${platform}.name`)}</h3>
        <p className="soft">{t(`platforms.${platform}.text`)}</p>
        {address ? (
          <a
            className={isFirst ? "btn btn--wide" : "btn btn--line btn--wide"}
            href={address}
            {...(platform === "pc" ? { download: "" } : { rel: "noopener" })}
          >
            {t(`platforms.${platform}.action`)}
            <Icon name={platform === "pc" ? "download" : "external"} />
          </a>
        ) : (
          <>
            <ButtonLink
              to={`${withQuery(paths.download, { platform })}#answer`}
              wide
              preventScrollReset
              rel="nofollow"
              look="line"
            >
              {t(`platforms.${platform}.action`)}
            </ButtonLink>
            <p className="platform__soon soft small">{t("soon")}</p>
          </>
        )}
      </div>
    </li>
  );
}
