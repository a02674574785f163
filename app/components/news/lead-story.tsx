import type { Spot } from "~/domain/news-spots";
import { Link } from "../text/link";
import { NewsTag } from "../text/news-tag";
import { UserText } from "../text/user-text";
import { Time } from "../text/time";
import { SpotPicture } from "./spot-picture";

interface LeadStoryProps {
  post: {
    title: string;
    type: "ANNOUNCEMENT" | "UPDATE" | "EVENT" | "ETC";
    created_at?: string | undefined;
    is_fixed?: boolean;
    image?: string | undefined;
  };
  spot: Spot;
  href: string;
  /** The category, or "pinned", in the page's language. */
  label: string;
  /** Loads the picture eagerly; set it above the fold. */
  eager?: boolean;
}

/** First post of the news in large format: picture, category, title, date. */
export function LeadStory({ post, spot, href, label, eager = false }: LeadStoryProps) {
  return (
    <article className="panel lead-story">
      <div className="lead-story__picture">
        <SpotPicture spot={spot} own={post.image} eager={eager} />
      </div>
      <div className="lead-story__text">
        <NewsTag type={post.type} pinned={post.is_fixed ?? false} label={label} />
        <h3>
          <Link to={href} prefetch>
            <UserText text={post.title} />
          </Link>
        </h3>
        <Time value={post.created_at} dateOnly />
      </div>
    </article>
  );
}
