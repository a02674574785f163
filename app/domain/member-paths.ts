/** Pages that only members get, and those that show a member's own data although guests get them. */
const pattern =
  /^\/(?:my-page|store|support\/(?:requests|inquiry|inquiries)|dao(?!\/operating-method))(?:\/|$)/;

export function isMemberPath(pathname: string): boolean {
  return pattern.test(pathname);
}
