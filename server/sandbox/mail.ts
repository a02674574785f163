import { insertRow } from "./database";
import { codeMail, type MailContent, resetMail } from "./mail-texts";
import type { Services } from "./services";
import type { Language } from "./texts";

async function post(services: Services, to: string, mail: MailContent & { code?: string; link?: string }) {
  const row = { recipient: to.toLowerCase(), sent_at: services.now(), ...mail };
  await services.db.run(insertRow("mails", row));
}

export const mailCode = (services: Services, to: string, language: Language, code: string) =>
  post(services, to, { ...codeMail(language, code), code });

export async function mailResetLink(
  services: Services,
  to: string,
  language: Language,
  reason: "forgotten" | "locked",
  token: string,
) {
  const link = `${services.settings.siteOrigin}/wpdnif?token=${encodeURIComponent(token)}`;
  await post(services, to, { ...resetMail(language, reason, link), link });
}
