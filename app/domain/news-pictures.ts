import { newsTypeRow } from "./news-types";
import { stirredHash } from "./stirred-hash";

/** A drawing in public/art/spots, 640 × 360 px. */
export interface NewsDrawing {
  name: string;
  /** Background colour of the drawing; shown until it has loaded. */
  ground: string;
  /** CSS `object-position` that keeps the subject visible when the picture is cropped. */
  focus: string;
}

/** Five drawings in each set. */
const drawings: Record<"announcement" | "update" | "event", readonly NewsDrawing[]> = {
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

/**
 * Returns the drawing of a post without a picture, chosen by its type and id, so that a post has the same drawing on
 * every page.
 *
 * @param before drawing of the preceding post; the function returns a different one
 */
export function drawingOf(post: { id: number; type: string }, before?: NewsDrawing): NewsDrawing {
  const set = drawings[newsTypeRow(post.type).drawings];
  const at = stirredHash(String(post.id)) % set.length;
  const own = set[at] as NewsDrawing;
  return own === before ? (set[(at + 1) % set.length] as NewsDrawing) : own;
}

/** Returns drawings for a list of posts; neighbours always differ. */
export function drawingsOf(
  posts: readonly { id: number; type: string }[],
  before?: NewsDrawing,
): NewsDrawing[] {
  const chosen: NewsDrawing[] = [];
  for (const post of posts) chosen.push(drawingOf(post, chosen.at(-1) ?? before));
  return chosen;
}
