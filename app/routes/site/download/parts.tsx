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

/** Tables of the minimum and recommended requirements (public-site-and-community.md section 9). */
export function Requirements() {
  const { t } = useTranslation("download");
  const asMinimum = t("needs.asMinimum");
  return (
    <section className="needs" aria-labelledby="needs">
      <h2 id="needs">{t("needs.title")}</h2>
      <div className="needs__tables">
        <SpecTable
          caption={t("needs.computer")}
          columns={[t("needs.minimum"), t("needs.recommended")]}
          rows={[
            [t("needs.rows.os"), "Windows 11 x64", asMinimum],
            [t("needs.rows.processor"), t("needs.processor.minimum"), t("needs.processor.recommended")],
            [t("needs.rows.graphics"), "GeForce GTX 1660", "GeForce RTX 4060"],
            [t("needs.rows.memory"), "16 GB RAM", "32 GB RAM"],
            [t("needs.rows.storage"), "5 GB", asMinimum],
          ]}
        />
        <SpecTable
          caption={t("needs.phones")}
          columns={[t("platforms.ios.short"), t("platforms.android.short")]}
          rows={[
            [t("needs.rows.device"), "iPhone 12 Pro", "Galaxy S20"],
            [t("needs.rows.os"), "iOS 17", "Android 13"],
            [t("needs.rows.memory"), t("needs.none"), "6 GB RAM"],
          ]}
        />
      </div>
    </section>
  );
}

function SpecTable({ caption, columns, rows }: { caption: string; columns: string[]; rows: string[][] }) {
  return (
    <div className="panel spec">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <td />
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...cells]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {cells.map((cell, i) => (
                <td key={i}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
