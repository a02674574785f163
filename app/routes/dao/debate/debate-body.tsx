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
  /** The page of the suggestion's debates that this one stands on; undefined for the first. */
  list: number | undefined;
  /** Whom the like button was made for. */
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

/** What the debate is about, with its like button; only the message in its place when it was removed (WEB-078). */
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
        {/* The key: what the loader says anew replaces what the button thought. */}
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
