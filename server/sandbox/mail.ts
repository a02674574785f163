import { codeMail, type MailContent, resetMail } from "./mail-texts";
import type { Services } from "./services";
import type { Language } from "./texts";

interface Mail extends MailContent {
  to: string;
  code?: string;
  link?: string;
}

async function post(services: Services, { to, subject, text, html, code, link }: Mail): Promise<void> {
  await services.db.run(
    "INSERT INTO mails (recipient, subject, text, html, sent_at, code, link) VALUES (?, ?, ?, ?, ?, ?, ?)",
    [to.toLowerCase(), subject, text, html, services.now(), code ?? null, link ?? null],
  );
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
  const rows = await services.db.all<{ html: string }>("SELECT html FROM mails WHERE id = ?", [id]);
  return rows[0]?.html;
}

export async function mailsOf(services: Services, to: string | undefined, limit = 200) {
  const rows = await services.db.all<{
    id: number;
    recipient: string;
    subject: string;
    text: string;
    sent_at: number;
    code: string | null;
    link: string | null;
  }>(`SELECT * FROM mails WHERE ?1 IS NULL OR recipient = ?1 ORDER BY id DESC LIMIT ?2`, [
    to?.trim().toLowerCase() ?? null,
    limit,
  ]);
  return rows.map((row) => ({
    id: row.id,
    to: row.recipient,
    subject: row.subject,
    text: row.text,
    sentAt: new Date(row.sent_at).toISOString(),
    ...(row.code !== null && { code: row.code }),
    ...(row.link !== null && { link: row.link }),
  }));
}
