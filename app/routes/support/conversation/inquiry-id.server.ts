import { invalidAccess, type Session } from "#server/session/session.server";

/** @throws the "Invalid Access" redirect if it cannot be an id (public-site-and-community.md section 2) */
export async function inquiryIdOf(session: Session, params: { id?: string | undefined }): Promise<string> {
  const id = params.id?.trim() ?? "";
  return /^[\w-]{1,64}$/.test(id) ? id : invalidAccess(session);
}
