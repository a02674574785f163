/** Types of posts, in the spelling of the news calls (public-site-and-community.md section 3). */
export const newsTypes = ["ANNOUNCEMENT", "UPDATE", "EVENT"] as const;
