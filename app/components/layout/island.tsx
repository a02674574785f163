import { useTranslation } from "react-i18next";
import { fileName } from "#brand/brand.json";
import { paths } from "~/domain/paths";
import type { IslandPart, IslandView } from "~/components/layout/use-my-page";
import { formatList } from "~/i18n/list-format";
import { asLanguage } from "~/i18n/languages";

const MONTH = 30;
const YEAR = 365;

/** Picture of the member's island; the alternative text lists what is on it. */
export function Island({ size, parts, arrived }: IslandView) {
  const { t } = useTranslation("my-page");
  const search = new URLSearchParams(arrived.map((piece) => ["new", piece]));
  const standing = useList()(parts.map((part) => t(`island.part.${part}`)));
  return (
    <img
      className="member__island"
      src={arrived.length > 0 ? `${paths.myPage.island}?${search}` : paths.myPage.island}
      width={640}
      height={560}
      alt={`${t(`island.size.${size}`)}${parts.length > 0 ? t("island.standing", { parts: standing }) : ""}`}
    />
  );
}

/** What has come to the island since the last page, in words; nothing most of the time. */
export function IslandNews({ arrived }: Pick<IslandView, "arrived">) {
  const { t } = useTranslation("my-page");
  const list = useList();
  if (arrived.length === 0) return null;
  // Twelve stars at once are one piece of news.
  const names = new Set(arrived.map(nameOf));
  return (
    <p className="note island-news" role="status">
      {t("island.arrived", { parts: list([...names]) })}
    </p>
  );

  function nameOf(piece: IslandView["arrived"][number]): string {
    if (piece.startsWith("banner-")) return t("island.part.banner");
    if (piece.startsWith("star-")) return t("island.part.star");
    if (piece.startsWith("light-")) return t("island.part.light");
    if (piece.startsWith("vote-")) return t("island.part.vote");
    return t(`island.part.${piece as IslandPart}`);
  }
}

/** Facts that determine the island's size, and a link to download the picture. */
export function IslandFacts({ ageDays, orders, passes }: IslandView) {
  const { t } = useTranslation("my-page");
  const list = useList();
  const facts = [
    ageDays === undefined ? undefined : ageOf(ageDays),
    orders === undefined ? undefined : t("island.orders", { count: orders }),
    passes.length === 0 ? undefined : t("island.passes", { count: passes.length }),
  ].filter((fact) => fact !== undefined);

  function ageOf(days: number): string {
    if (days >= 2 * YEAR) return t("island.years", { count: Math.floor(days / YEAR) });
    if (days >= 2 * MONTH) return t("island.months", { count: Math.floor(days / MONTH) });
    return t("island.days", { count: days });
  }

  return (
    <p className="island-facts small">
      <b>{t("island.title")}</b>
      {facts.length > 0 ? <span>{list(facts)}</span> : null}
      <a className="link" href={paths.myPage.island} download={`${fileName}-island.svg`}>
        {t("island.save")}
      </a>
    </p>
  );
}

function useList(): (items: string[]) => string {
  const { i18n } = useTranslation();
  return (items) => formatList(items, asLanguage(i18n.language));
}
