/** The kind of a post: a coloured dot and a word, never the colour alone. */
export function NewsTag({
  type,
  label,
}: {
  type: "ANNOUNCEMENT" | "UPDATE" | "EVENT" | "ETC";
  label: string;
}) {
  return <span className={`tag tag--${type.toLowerCase()}`}>{label}</span>;
}
