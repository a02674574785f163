import { insertRow, sql } from "./database";
import { codeMail, type MailContent, resetMail } from "./mail-texts";
import type { Services } from "./services";
import { iso, type Language } from "./texts";

interface Mail extends MailContent {
  to: string;
  code?: string;
  link?: string;
}

async function post(services: Services, { to, subject, text, html, code, link }: Mail): Promise<void> {
  const row = { recipient: to.toLowerCase(), subject, text, html, sent_at: services.now(), code, link };
  await services.db.run(insertRow("mails", row));
}

export async function mailCode(services: Services, to: string, language: Language, code: string) {
  await post(services, { to, ...codeMail(language, code), code });
}

export async function mailResetLink(
  services: Services,
  to: string,
  language: Language,
  reason: "forgotten" | "locked",
  token: string,
) {
  const link = `${services.settings.siteOrigin}/wpdnif?token=${encodeURIComponent(token)}`;
  await post(services, { to, ...resetMail(language, reason, link), link });
}

export async function htmlOfMail(services: Services, id: number): Promise<string | undefined> {
  return (await services.db.one<{ html: string }>(sql`SELECT html FROM mails WHERE id = ${id}`))?.html;
}

export async function mailsOf(services: Services, to: string | undefined, limit = 200) {
  const rows = await services.db.all<{
    id: number;
    to: string;
    subject: string;
    text: string;
    sentAt: number;
    code: string | null;
    link: string | null;
  }>(
    sql`SELECT id, recipient AS "to", subject, text, sent_at AS sentAt, code, link FROM mails
      WHERE recipient = COALESCE(${to?.trim().toLowerCase()}, recipient) ORDER BY id DESC LIMIT ${limit}`,
  );
  return rows.map(({ sentAt, code, link, ...mail }) => ({
    ...mail,
    sentAt: iso(sentAt),
    ...(code !== null && { code }),
    ...(link !== null && { link }),
  }));
}
