/** A member's name as their language orders it; undefined for a wallet that has none. */
export function memberName(
  { firstName, lastName }: { firstName: string; lastName: string },
  lng: string,
): string | undefined {
  const parts = lng === "en" ? [firstName, lastName] : [lastName, firstName];
  const name = parts.map((part) => part.trim()).filter(Boolean);
  return name.length > 0 ? name.join(lng === "ko" || lng === "zh" ? "" : " ") : undefined;
}
