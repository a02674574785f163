import type { NewsDrawing } from "~/domain/news-pictures";
import type { ShownNewsType } from "~/domain/news-types";
import { Link, NewsTag, UserText } from "../text/elements";
import { Time } from "../text/time";
import "./news.css";

interface NewsPictureProps {
  drawing: NewsDrawing;
  /** The post's own picture; replaces the drawing. */
  own?: string | undefined;
  className?: string;
  eager?: boolean;
}

/** Picture of a post, 16:9. Decorative, so hidden from screen readers. */
export const NewsPicture = ({ drawing, own, className, eager = false }: NewsPictureProps) => (
  <img
    className={className ? `spot ${className}` : "spot"}
    src={own ?? `/art/spots/${drawing.name}.svg`}
    width={640}
    height={360}
    alt=""
    loading={eager ? "eager" : "lazy"}
    decoding="async"
    style={own ? undefined : { background: drawing.ground, objectPosition: drawing.focus }}
  />
);

interface LeadStoryProps extends Pick<NewsPictureProps, "drawing" | "eager"> {
  post: {
    title: string;
    type: ShownNewsType;
    created_at?: string | undefined;
    is_fixed?: boolean;
    image?: string | undefined;
  };
  href: string;
  /** The category, or "pinned", in the page's language. */
  label: string;
}

export const LeadStory = ({ post, href, label, ...drawing }: LeadStoryProps) => (
  <article className="panel lead-story">
    <div className="lead-story__picture">
      <NewsPicture own={post.image} {...drawing} />
    </div>
    <div className="lead-story__text">
      <NewsTag type={post.type} pinned={post.is_fixed ?? false} label={label} />
      <h3>
        <Link to={href}>
          <UserText text={post.title} />
        </Link>
      </h3>
      <Time value={post.created_at} dateOnly />
    </div>
  </article>
);
