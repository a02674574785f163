import { useTranslation } from "react-i18next";
import { Author } from "~/components/dao/author";
import { ReportLink } from "~/components/dao/report-link";
import { Prose } from "~/components/text/prose";
import { Icon } from "~/components/text/icon";
import { webMessage } from "~/domain/message-codes";
import { paths } from "~/domain/paths";
import { dynamicKey } from "~/i18n/dynamic";
import { LikeButton } from "./like-button";

interface DebateBodyProps {
  suggestionId: number;
  /** Page of the suggestion's debate list that contains this debate; undefined for the first page. */
  list: number | undefined;
  stamp: string;
  debate: {
    id: number;
    /** Sanitised on the server (server/api/sanitize-html.server.ts). */
    html: string;
    accountName?: string | undefined;
    createdAt?: string | undefined;
    likes?: number | undefined;
    isLiked: boolean;
    isDeleted: boolean;
  };
}

/** Shows the debate with its like button. A removed debate shows only the message (WEB-078). */
export function DebateBody({ suggestionId, list, stamp, debate }: DebateBodyProps) {
  const { t } = useTranslation(["dao", "errors"]);
  const { id, html, accountName, createdAt, likes = 0, isLiked, isDeleted } = debate;
  if (isDeleted) {
    return (
      <article id={`debate-${id}`} className="opener opener--gone">
        <p>
          <Icon name="info" />
          {dynamicKey(t, webMessage("078"))}
        </p>
      </article>
    );
  }
  const back = `${paths.dao.debate(suggestionId, id, { list })}#debate-${id}`;
  return (
    <article id={`debate-${id}`} className="panel opener">
      <Author name={accountName} at={createdAt} />
      <Prose html={html} />
      <div className="opener__foot">
        {/* The button shows its own response until the loader's data changes. */}
        <LikeButton
          action={paths.dao.like(suggestionId, id)}
          stamp={stamp}
          back={back}
          isLiked={isLiked}
          likes={likes}
        />
        <ReportLink target="DEBATE" id={id} back={back}>
          {t("dao:debate.report")}
        </ReportLink>
      </div>
    </article>
  );
}
