/** The kinds of posts, as the news calls spell them (public-site-and-community.md section 3). */
export const newsTypes = ["ANNOUNCEMENT", "UPDATE", "EVENT"] as const;
export type NewsType = (typeof newsTypes)[number];
