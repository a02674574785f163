import { stirredHash } from "./stirred-hash";

/** A drawing of public/art/spots, 640 × 360. */
export interface Spot {
  name: string;
  /** The colour of its ground, which stands in its place until it has come. */
  ground: string;
  /** What must stay in view when the picture is cut, as CSS `object-position`. */
  focus: string;
}

/** Five for each category. */
const spots: Record<"announcement" | "update" | "event", readonly Spot[]> = {
  announcement: [
    { name: "announcement-1", ground: "#1e1d47", focus: "62% 40%" },
    { name: "announcement-2", ground: "#b9536e", focus: "50% 50%" },
    { name: "announcement-3", ground: "#8ed0c6", focus: "40% 40%" },
    { name: "announcement-4", ground: "#d9634f", focus: "55% 50%" },
    { name: "announcement-5", ground: "#4a2f6c", focus: "35% 55%" },
  ],
  update: [
    { name: "update-1", ground: "#d9a05a", focus: "50% 60%" },
    { name: "update-2", ground: "#bfe3d3", focus: "52% 45%" },
    { name: "update-3", ground: "#8b2e5c", focus: "38% 50%" },
    { name: "update-4", ground: "#fff1dc", focus: "50% 50%" },
    { name: "update-5", ground: "#3fa3b5", focus: "58% 60%" },
  ],
  event: [
    { name: "event-1", ground: "#3a2f78", focus: "58% 60%" },
    { name: "event-2", ground: "#e8694a", focus: "48% 60%" },
    { name: "event-3", ground: "#ffe6bd", focus: "50% 15%" },
    { name: "event-4", ground: "#0f5c50", focus: "48% 60%" },
    { name: "event-5", ground: "#34508f", focus: "36% 92%" },
  ],
};

/** What the choice of a spot goes by; a post of another category is an announcement. */
interface PostLike {
  id: number;
  type: string;
}

/**
 * The drawing for a post that has no picture of its own: by its category and its id, so that it is the same
 * everywhere.
 *
 * @param before the drawing next to it, which it then is not
 */
export function spotOf(post: PostLike, before?: Spot): Spot {
  const kind = post.type.toLowerCase();
  const set = kind === "update" || kind === "event" ? spots[kind] : spots.announcement;
  const at = stirredHash(String(post.id)) % set.length;
  const own = set[at] as Spot;
  return own === before ? (set[(at + 1) % set.length] as Spot) : own;
}

/** The drawings of a row of posts, no two neighbours alike. */
export function spotsOf(posts: readonly PostLike[], before?: Spot): Spot[] {
  const chosen: Spot[] = [];
  for (const post of posts) chosen.push(spotOf(post, chosen.at(-1) ?? before));
  return chosen;
}
