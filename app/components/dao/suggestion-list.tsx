import { useTranslation } from "react-i18next";
import { Link } from "../text/link";
import { OthersWords } from "../text/others-words";
import type { SuggestionSummary } from "~/domain/dao";
import { paths } from "~/domain/paths";
import { Icon } from "../text/icon";
import { Time } from "../text/time";
import "./dao.css";
import { Remaining } from "./remaining";
import { Status } from "./status";
import { VoteBars } from "./vote-bars";

interface SuggestionListProps {
  items: SuggestionSummary[];
  /** The level of each title in the page's outline. */
  level?: 2 | 3;
}

/** Suggestions as rows: what they are about, where they stand, how the votes are shared. */
export function SuggestionList({ items, level = 2 }: SuggestionListProps) {
  const { t } = useTranslation("dao");
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <ul className="suggestions">
      {items.map((item) => (
        <li key={item.id} className="panel suggestion">
          <div className="suggestion__words">
            <p className="suggestion__tags">
              {item.status ? <Status value={item.status} /> : null}
              {item.type ? <span className="soft small">{t(`type.${item.type}`)}</span> : null}
            </p>
            <Heading>
              <Link to={paths.dao.suggestion(item.id)}>
                <OthersWords text={item.title ?? t("fallbackTitle", { id: item.id })} />
              </Link>
            </Heading>
            <p className="suggestion__facts">
              <span>
                <OthersWords text={item.accountName ?? t("unknownAccount")} />
              </span>
              {item.createdAt ? <Time value={item.createdAt} dateOnly /> : null}
              {item.debates ? <span>{t("facts.debates", { count: item.debates })}</span> : null}
            </p>
          </div>
          <Votes item={item} />
        </li>
      ))}
    </ul>
  );
}

/** Only where there is something to count. */
function Votes({ item }: { item: SuggestionSummary }) {
  const { t } = useTranslation("dao");
  const hasVotes = item.agree !== undefined || item.against !== undefined;
  if (!hasVotes || item.voting === "notOpen") return null;
  return (
    <div className="suggestion__votes">
      <VoteBars votes={item} small />
      <p className="suggestion__facts">
        {item.left ? (
          <span className="suggestion__left">
            <Icon name="clock" size={16} />
            <Remaining left={item.left} />
          </span>
        ) : null}
        {item.voters === undefined ? null : <span>{t("facts.voters", { count: item.voters })}</span>}
      </p>
    </div>
  );
}
