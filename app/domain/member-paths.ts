/** Pages for members only, and pages for everyone that show a member's own data. */
const pattern =
  /^\/(?:my-page|store|support\/(?:requests|inquiry|inquiries)|dao(?!\/operating-method))(?:\/|$)/;

export const isMemberPath = (pathname: string): boolean => pattern.test(pathname);
