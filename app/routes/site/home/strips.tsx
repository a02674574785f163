import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { LeadStory, NewsPicture } from "~/components/news/news-picture";
import { TextLink, Art, Icon, Link, NewsTag, ScriptButton, UserText } from "~/components/text/elements";
import { Time } from "~/components/text/time";
import { drawingOf, drawingsOf } from "~/domain/news-pictures";
import type { ShownNewsType } from "~/domain/news-types";
import { paths } from "~/domain/paths";
import type { NewsPost } from "#server/api/public-cache.server";

interface StripProps {
  name: "gallery" | "news";
  more?: ReactNode;
  lead?: ReactNode;
  note?: ReactNode;
  children: ReactNode;
}

/** A section with a row that scrolls sideways and snaps. Scripts add the previous and next buttons. */
function Strip({ name: strip, more, lead, note, children }: StripProps) {
  const { t } = useTranslation(["home", "common"]);
  const label = t(`home:${strip}.list`);
  const view = useRef<HTMLDivElement>(null);
  const [ends, setEnds] = useState({ start: true, end: false });

  useEffect(() => {
    const element = view.current;
    if (!element) return;
    const measure = () => {
      // Tolerates rounding of up to 2 px.
      const start = element.scrollLeft < 2;
      const end = element.scrollLeft + element.clientWidth > element.scrollWidth - 2;
      setEnds((old) => (old.start === start && old.end === end ? old : { start, end }));
    };
    element.addEventListener("scroll", measure, { passive: true });
    // Also calls it once at the start, after the layout.
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      element.removeEventListener("scroll", measure);
      observer.disconnect();
    };
  }, []);

  // aria-disabled instead of `disabled`: the button keeps the focus when the row reaches an end.
  const steps = [
    { direction: -1, name: "previous", icon: "arrow-left", isOver: ends.start },
    { direction: 1, name: "next", icon: "arrow-right", isOver: ends.end },
  ] as const;
  const step = (direction: 1 | -1) => {
    const element = view.current;
    const first = element?.querySelector("li");
    if (!element || !first) return;
    const whole = Math.max(1, Math.floor(element.clientWidth / first.offsetWidth));
    element.scrollBy({ left: direction * whole * (first.offsetWidth + 16), behavior: "smooth" });
  };

  return (
    <section className={`sec ${strip}`} aria-labelledby={`${strip}-title`}>
      <div className="wrap sec__head">
        <h2 className="lettered" id={`${strip}-title`}>
          {t(`home:${strip}.title`)}
        </h2>
        <div className="sec__do">
          {more}
          {steps.map(({ direction, name, icon, isOver }) => (
            <ScriptButton
              key={name}
              className="icon-btn"
              aria-disabled={isOver}
              aria-label={t(`common:button.${name}`)}
              onClick={() => (isOver ? undefined : step(direction))}
            >
              <Icon name={icon} />
            </ScriptButton>
          ))}
        </div>
      </div>
      {lead ? <div className="wrap strip__lead">{lead}</div> : null}
      {/* Focusable, so that the arrow keys scroll it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={`strip strip--${strip}`} ref={view} role="region" aria-label={label} tabIndex={0}>
        <ul>{children}</ul>
      </div>
      {note}
    </section>
  );
}

const island = { lighthouse: 1, windmill: 2, tree: 3 } as const;
const sizes = { 1: [1160, 1000], 2: [560, 560], 3: [420, 430] } as const;

export function Gallery() {
  const { t } = useTranslation("home");
  return (
    <Strip name="gallery">
      {(["lighthouse", "windmill", "tree"] as const).map((view) => {
        const [width, height] = sizes[island[view]];
        return (
          <li key={view}>
            <figure className={`view view--${view}`}>
              <div className="view__scene" aria-hidden="true">
                <Art className="view__stars" name="stars" width={1600} height={700} />
                <Art className="view__moon" name="moon" width={520} height={520} />
                <Art className="view__cloud" name="cloud-1" width={420} height={120} />
                <Art
                  className="view__island"
                  name={`island-${island[view]}`}
                  width={width}
                  height={height}
                  decoding="async"
                />
                <Art className="view__balloon" name="balloon" width={160} height={230} />
                <Art className="view__mist" name="mist-front" width={2400} height={280} />
              </div>
              <figcaption>
                <h3>{t(`gallery.${view}.title`)}</h3>
                <p>{t(`gallery.${view}.text`)}</p>
              </figcaption>
            </figure>
          </li>
        );
      })}
    </Strip>
  );
}

/** Number of posts per row on the widest pages (specification, section 2). */
const A_ROW = 4;

interface NewsStripProps {
  /** Null if the news could not be loaded. */
  items: NewsPost[] | null;
  typeNames: Record<ShownNewsType, string>;
}

/** Empty slots of a row show a placeholder. */
export function NewsStrip({ items, typeNames }: NewsStripProps) {
  const { t } = useTranslation(["home", "common"]);
  const [lead, ...posts] = items ?? [];
  const leadDrawing = lead && drawingOf(lead);
  const drawings = drawingsOf(posts, leadDrawing);
  const empty = Math.max(1, Math.ceil(posts.length / A_ROW)) * A_ROW - posts.length;
  return (
    <Strip
      name="news"
      lead={
        lead && leadDrawing ? (
          <LeadStory
            post={lead}
            drawing={leadDrawing}
            href={paths.newsItem(lead.id)}
            label={typeNames[lead.type]}
          />
        ) : null
      }
      more={<TextLink to={paths.news()}>{t("common:button.all")}</TextLink>}
      note={
        items ? null : (
          <p className="wrap soft" role="status">
            {t("home:news.failed")}
          </p>
        )
      }
    >
      {posts.map((post, index) => (
        <li key={post.id} className="card">
          <NewsPicture drawing={drawings[index] ?? drawingOf(post)} own={post.image} />
          <div className="card__b">
            <NewsTag type={post.type} label={typeNames[post.type]} />
            <h3>
              <Link to={paths.newsItem(post.id)}>
                <UserText text={post.title} />
              </Link>
            </h3>
            <Time value={post.created_at} dateOnly />
          </div>
        </li>
      ))}
      {Array.from({ length: empty }, (_, index) => (
        <li key={`empty-${index}`} className="card card--soon">
          <img src="/art/news-coming-soon.svg" width={360} height={168} alt="" loading="lazy" />
          <div className="card__b">
            <strong lang="en">COMING SOON</strong>
          </div>
        </li>
      ))}
    </Strip>
  );
}
