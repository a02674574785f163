import { useTranslation } from "react-i18next";
import { markBriefBlocks } from "~/domain/brief-blocks";
import { formatCount } from "~/domain/money";
import { detectLanguage } from "~/domain/script-detection";

function useLang(text: string): string | undefined {
  const { i18n } = useTranslation();
  const lang = detectLanguage(text);
  return lang === i18n.language ? undefined : lang;
}

/** User-generated text with its own direction. If empty, "untitled", because it may be the only name of a link. */
export function UserText({ text }: { text: string }) {
  const { t } = useTranslation("common");
  const lang = useLang(text);
  return text === "" ? <>{t("untitled")}</> : <bdi lang={lang}>{text}</bdi>;
}

/** The name of an item and how many of it, on one line at the end: "Sky lanterns × 2". */
export function ItemCount({ name, quantity }: { name: string; quantity: number }) {
  return (
    <>
      <UserText text={name} /> ×{"\u00a0"}
      {formatCount(quantity)}
    </>
  );
}

/** `html` of a post or an answer, sanitised on the server (server/api/sanitize-html.server.ts). */
export function Prose({ html }: { html: string }) {
  const lang = useLang(html.replace(/<[^>]*>/g, ""));
  return (
    <div
      className="prose"
      dir="auto"
      lang={lang}
      dangerouslySetInnerHTML={{ __html: markBriefBlocks(html) }}
    />
  );
}
