import { useTranslation } from "react-i18next";
import { UserText } from "~/components/text/user-text";
import { Icon } from "~/components/text/icon";
import { Time } from "~/components/text/time";

interface MessageProps {
  message: {
    senderType: "CUSTOMER" | "ADMIN";
    senderName?: string | undefined;
    content: string;
    createdAt?: string | undefined;
    /** URLs that have passed the allow-list. */
    attachments: { fileUrl: string; fileName: string }[];
  };
}

export function Message({ message }: MessageProps) {
  const { t } = useTranslation("support");
  const { senderType, senderName, content, createdAt, attachments } = message;
  const isOwn = senderType === "CUSTOMER";
  return (
    <li className={isOwn ? "message message--own" : "message"}>
      <article>
        <header>
          <h2>
            <UserText text={senderName || t(isOwn ? "thread.you" : "thread.support")} />
          </h2>
          <Time value={createdAt} />
        </header>
        <p className="typed">
          <UserText text={content} />
        </p>
        {attachments.length > 0 ? (
          <ul>
            {attachments.map(({ fileUrl, fileName }) => (
              <li key={fileUrl}>
                <a className="link" href={fileUrl} target="_blank" rel="noopener noreferrer">
                  <Icon name="file" />
                  <span>
                    {fileName}
                    <span className="sr">{t("thread.newTab")}</span>
                  </span>
                </a>
              </li>
            ))}
          </ul>
        ) : null}
      </article>
    </li>
  );
}
