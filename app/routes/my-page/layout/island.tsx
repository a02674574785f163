import { useRouteLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { paths } from "~/domain/paths";
import type { PassType } from "~/domain/dao";
import { asLanguage, languageTags } from "~/i18n/languages";

export interface IslandView {
  ageDays?: number | undefined;
  orders?: number | undefined;
  passes: PassType[];
  size: "new" | "settled" | "thriving";
  parts: ("jetty" | "stall" | "lanterns" | "kite" | "windmill" | "library" | "lighthouse")[];
}

/** The island that the profile has read for the page that it opens. */
export function useIsland(): IslandView | undefined {
  const profile = useRouteLoaderData("routes/my-page/profile/route");
  const index = useRouteLoaderData("my-page-index");
  return ((profile ?? index) as { island?: IslandView } | undefined)?.island;
}

const MONTH = 30;
const YEAR = 365;

/** The member's own island: the picture, what stands on it for who cannot see it, and what it has grown from. */
export function Island({ ageDays, orders, passes, size, parts }: IslandView) {
  const { t, i18n } = useTranslation("my-page");
  const list = new Intl.ListFormat(languageTags[asLanguage(i18n.language)], { type: "conjunction" });
  const standing = list.format(parts.map((part) => t(`island.part.${part}`)));
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
    <figure className="island">
      <img
        src={paths.myPage.island}
        width={640}
        height={560}
        alt={`${t(`island.size.${size}`)}${parts.length > 0 ? t("island.standing", { parts: standing }) : ""}`}
      />
      <figcaption className="small">
        <b>{t("island.title")}</b>
        {facts.length > 0 ? <span>{list.format(facts)}</span> : null}
        <a className="link" href={paths.myPage.island} download="soria-island.svg">
          {t("island.save")}
        </a>
      </figcaption>
    </figure>
  );
}
