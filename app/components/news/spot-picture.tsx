import type { Spot } from "~/domain/news-spots";
import { Link, NewsTag, UserText } from "../text/elements";
import { Time } from "../text/time";
import "./news.css";

interface SpotPictureProps {
  spot: Spot;
  /** The post's own picture; replaces the drawing. */
  own?: string | undefined;
  className?: string;
  eager?: boolean;
}

/** Picture of a post, 16:9. Decorative, so hidden from screen readers. */
export const SpotPicture = ({ spot, own, className, eager = false }: SpotPictureProps) => (
  <img
    className={className ? `spot ${className}` : "spot"}
    src={own ?? `/art/spots/${spot.name}.svg`}
    width={640}
    height={360}
    alt=""
    loading={eager ? "eager" : "lazy"}
    decoding="async"
    style={own ? undefined : { background: spot.ground, objectPosition: spot.focus }}
  />
);

interface LeadStoryProps extends Pick<SpotPictureProps, "spot" | "eager"> {
  post: {
    title: string;
    type: Parameters<typeof NewsTag>[0]["type"];
    created_at?: string | undefined;
    is_fixed?: boolean;
    image?: string | undefined;
  };
  href: string;
  /** The category, or "pinned", in the page's language. */
  label: string;
}

export const LeadStory = ({ post, href, label, ...picture }: LeadStoryProps) => (
  <article className="panel lead-story">
    <div className="lead-story__picture">
      <SpotPicture own={post.image} {...picture} />
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
