interface NewsTagProps {
  type: "ANNOUNCEMENT" | "UPDATE" | "EVENT" | "ETC";
  /** A pinned post shows that in place of its type. */
  pinned?: boolean;
  label: string;
}

/** The kind of a post: a coloured mark and a word, never the colour alone. */
export function NewsTag({ type, pinned = false, label }: NewsTagProps) {
  return <span className={`tag tag--${pinned ? "pinned" : type.toLowerCase()}`}>{label}</span>;
}
