import { json, type LinksFunction, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useRootData } from "~/components/document/root-data";
import { organizationLd, pageMeta, webSiteLd } from "~/components/document/seo";
import { useMissingPart } from "~/components/document/use-missing-part";
import { languageOf, translator } from "~/i18n/i18n.server";
import { addDays } from "~/domain/calendar";
import { dayOf, today } from "~/domain/japan-time";
import { type ShownNewsType, shownNewsTypes } from "~/domain/news-types";
import { paths } from "~/domain/paths";
import { type ApiLanguage, apiLanguage } from "~/i18n/languages";
import { listNews, type NewsPost } from "#server/api/public-cache.server";
import { env } from "#server/config/env.server";
import * as clock from "#server/runtime/clock.server";
import { orUndefinedAfter } from "#server/errors/with-timeout.server";
import { publicPage } from "#server/protocol/cache-headers.server";
import { MOST_WINDOWS } from "./hero-lights";
import { Hero } from "./hero-scene";
import styles from "./home.css?url";
import { Passes } from "./passes";
import { Collaborators, Services, Slides } from "./sections";
import script from "./splash-bootstrap.js?raw";
import { Gallery, NewsStrip } from "./strips";

export const handle = { i18n: ["home"] };

export const links: LinksFunction = () => [
  // The largest picture of the first screen, which the browser would find only in the style sheet.
  { rel: "preload", as: "image", type: "image/svg+xml", href: "/art/stage/stars-dim.svg" },
  { rel: "stylesheet", href: styles },
];

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, {
    title: data?.title ?? "",
    fullTitle: true,
    description: data?.description,
    ...(data ? { feed: { path: paths.newsFeed(), title: data.feed } } : {}),
    ...(data ? { jsonLd: [organizationLd(data.siteUrl), webSiteLd(data.lng, data.siteUrl)] } : {}),
  });

/** Number of posts shown (a lead and two rows) and requested. More are requested because pinned posts are left out. */
const SHOWN = 9;
const ASKED = 16;
/** The windows of the hero's island count the posts of so many days, today included. */
const LIT_DAYS = 7;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const lng = await languageOf({ request, context });
  const t = translator(lng);
  const news = await latestNews(apiLanguage(lng));
  const data = {
    lng,
    siteUrl: env().siteUrl ?? new URL(request.url).origin,
    title: t("home:title"),
    description: t("home:description"),
    feed: t("news:feed.title"),
    typeNames: newsTypeNames(t),
    // Null if the news failed to load or timed out; the rest of the page is shown without it.
    news: news && news.posts,
    lit: news && Math.min(MOST_WINDOWS, news.recent),
  };
  return json(data, news ? publicPage : {});
}

/** Returns the names of the types of posts, so that the page does not load all texts of the news. */
const newsTypeNames = (t: ReturnType<typeof translator>) =>
  Object.fromEntries(shownNewsTypes.map((type) => [type, t(`news:types.${type}`)])) as Record<
    ShownNewsType,
    string
  >;

/** Returns the posts of the page, and how many were released in the last days; null if the news failed to load. */
async function latestNews(language: ApiLanguage) {
  const read = async (page: number) =>
    (await orUndefinedAfter(listNews({ language, page, size: ASKED })))?.value;
  const first = await read(1);
  if (!first) return null;
  const isLoose = (item: NewsPost) => !item.is_fixed;
  // The API may return fewer rows than requested.
  const isShort = first.items.filter(isLoose).length < SHOWN && first.page_count > 1;
  const items = [...first.items, ...((isShort && (await read(2))?.items) || [])];
  const since = addDays(today(clock.now()), 1 - LIT_DAYS);
  const recent = items.filter(({ created_at }) => created_at && dayOf(created_at) >= since);
  return { posts: items.filter(isLoose).slice(0, SHOWN), recent: recent.length };
}

export default function Home() {
  const { news, lit, typeNames } = useLoaderData<typeof loader>();
  const isMember = useRootData()?.user != null;
  const [still, setStill] = useState(false);
  useMissingPart(news === null);
  // The page is long: a step of a navigation, which changes nothing of it, must not render all of it again.
  return useMemo(
    () => (
      <>
        <Splash />
        <Hero lit={lit} isMember={isMember} still={still} onStill={setStill} />
        <NewsStrip items={news} typeNames={typeNames} />
        <Services />
        <Slides />
        <Gallery />
        <Passes still={still} />
        <Collaborators />
      </>
    ),
    [news, lit, isMember, still, typeNames],
  );
}

/**
 * The element is hidden in the page; the inline script after it decides before the first paint whether to show it, and
 * removes it again. Screen readers only find its button; the page's content lies below it.
 */
function Splash() {
  const { t } = useTranslation("common");
  return (
    <>
      <div className="splash" id="splash" data-ground="night" suppressHydrationWarning>
        <div className="splash__stars" aria-hidden="true" />
        <div className="splash__stars splash__stars--near" aria-hidden="true" />
        {/* CSS moves the land between the other two: an animated SVG image is repainted for every frame, which is slow on
            phones. */}
        <div className="splash__globe">
          <img src="/art/globe-back.svg" width={360} height={360} alt="" loading="lazy" />
          <span className="splash__sphere">
            <img src="/art/globe-land.svg" width={484} height={224} alt="" loading="lazy" />
          </span>
          <img src="/art/globe-front.svg" width={360} height={360} alt="" loading="lazy" />
          <span className="splash__moon" />
        </div>
        <img className="splash__name" src="/art/logo.svg" width={179} height={64} alt="" loading="lazy" />
        <button type="button" className="btn btn--line btn--small">
          {t("splash.skip")}
        </button>
      </div>
      {/* The client renders an empty script, which React does not apply during hydration. The script does not run
          again after a client-side navigation to the home page. */}
      <script
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? script : "" }}
      />
    </>
  );
}
