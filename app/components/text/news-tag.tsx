interface NewsTagProps {
  type: "ANNOUNCEMENT" | "UPDATE" | "EVENT" | "ETC";
  pinned?: boolean;
  label: string;
}

/** Type of a post: a coloured mark and a label, never colour alone. */
export function NewsTag({ type, pinned = false, label }: NewsTagProps) {
  return <span className={`tag tag--${pinned ? "pinned" : type.toLowerCase()}`}>{label}</span>;
}
