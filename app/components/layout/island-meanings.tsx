import { useTranslation } from "react-i18next";
import { formatCount } from "~/domain/money";
import { Icon } from "../text/elements";
import type { IslandView } from "./island";

const MONTH_DAYS = 30;

/** What each thing on the member's island stands for: its count, if it is counted, and a sentence. */
export function IslandMeanings({ ageDays, orders, votes, passes, parts }: IslandView) {
  const { t } = useTranslation("my-page");
  const counted = {
    star: ageDays === undefined ? undefined : Math.floor(ageDays / MONTH_DAYS),
    vote: votes,
    parcel: orders,
    banner: passes.length,
  };
  const kinds = ["star", "vote", "parcel", "banner"] as const;
  return (
    <details className="island-means small">
      <summary>
        {t("island.means.title")}
        <Icon name="chevron" size={16} className="chev" />
      </summary>
      <dl>
        {kinds.map((kind) => (
          <div key={kind}>
            <dt>{t(`island.kind.${kind}`)}</dt>
            <dd>
              <b className="num">{formatCount(counted[kind])}</b> {t(`island.means.${kind}`)}
            </dd>
          </div>
        ))}
        {[...parts, "own" as const].map((kind) => (
          <div key={kind}>
            <dt>{t(`island.kind.${kind}`)}</dt>
            <dd>{t(`island.means.${kind}`)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
