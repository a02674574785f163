/** Placeholder for content that is loading. Sizes are CSS lengths. */
export function Skeleton({ width = "100%", height = "1.25rem" }: { width?: string; height?: string }) {
  return <span className="skeleton" style={{ width, height }} aria-hidden="true" />;
}
