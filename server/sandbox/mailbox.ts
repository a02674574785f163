import { Hono } from "hono";
import { html, raw } from "hono/html";
import { brand } from "../runtime/brand";
import type { WireLanguage } from "../wire/common";
import { insertRow, sql } from "./database";
import { codeMail, resetMail } from "./mail-texts";
import { lowered, type Member } from "./members";
import type { Services } from "./services";
import { languageIn, shownRow, type Row } from "./texts";
import { newResetToken } from "./tokens";

const { day, night } = brand.mail;
const roles = ({ ground, sheet, line, ink, soft }: Omit<typeof night, "code">) =>
  `--ground:${ground};--sheet:${sheet};--line:${line};--ink:${ink};--soft:${soft}`;

const STYLE = `:root{color-scheme:light dark;${roles(day)}}
@media (prefers-color-scheme:dark){:root{${roles(night)}}}
body{font:16px/1.6 system-ui,sans-serif;max-width:78rem;margin:2rem auto;padding:0 1rem;color:var(--ink);background:var(--ground)}
a{color:inherit}article{background:var(--sheet);border:1px solid var(--line);border-radius:12px;padding:1rem 1.25rem;margin:1rem 0}
h2{font-size:1.05rem;margin:0}p.meta{margin:.25rem 0 .75rem;color:var(--soft);font-size:.9rem}summary{min-height:44px;align-content:center;cursor:pointer}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit;margin:0}input,button{font:inherit;padding:.35rem .6rem;min-height:44px}
.views{display:flex;flex-wrap:wrap;gap:1rem}figure{margin:0;min-width:0}figcaption{color:var(--soft);font-size:.9rem}
iframe{border:1px solid var(--line);border-radius:8px;height:40rem;max-width:100%;background:white}`;
const PHONE_PX = 390;
const DESKTOP_PX = 680;

const post = (services: Services, recipient: string | null, mail: Record<string, string>) =>
  services.db.run(insertRow("mails", { recipient, sent_at: services.now(), ...mail }));

export const mailCode = (services: Services, address: string, language: WireLanguage, code: string) =>
  post(services, address, { ...codeMail(languageIn(language), code), code });

/** Mails a link with a new reset token to a member who has an e-mail address. */
export async function mailResetLink(
  services: Services,
  member: Member,
  language: WireLanguage,
  reason: "forgotten" | "locked",
) {
  const token = encodeURIComponent(await newResetToken(services, member));
  const link = `${services.settings.siteOrigin}/wpdnif?token=${token}`;
  await post(services, member.email, { ...resetMail(languageIn(language), reason, link), link });
}

async function mailsOf({ db }: Services, to: string | undefined, limit: number) {
  const rows = await db.all<Row<"id" | "to" | "subject" | "text" | "sentAt" | "code" | "link">>(
    sql`SELECT id, recipient AS "to", subject, text, sent_at AS sentAt, code, link FROM mails
      WHERE recipient = COALESCE(${to && lowered(to)}, recipient) ORDER BY id DESC LIMIT ${limit}`,
  );
  return rows.map(({ code, link, ...mail }) => ({
    ...shownRow(mail),
    ...(code !== null && { code }),
    ...(link !== null && { link }),
  }));
}

const headers = (policy: string) => ({
  "Cache-Control": "no-store",
  "Content-Security-Policy": `default-src 'none'; style-src 'unsafe-inline'; ${policy}`,
  "Referrer-Policy": "no-referrer",
});

/** Routes /mailbox and /mailbox.json?to=: the mails of the sandbox, which are never sent (docs/decisions/0011). */
export function mailbox(services: Services) {
  const app = new Hono();

  app.get("/mailbox.json", async (c) =>
    c.json(await mailsOf(services, c.req.query("to"), 200), 200, { "Cache-Control": "no-store" }),
  );

  app.get("/mailbox/:id{[0-9]+}", async (c) => {
    const mail = await services.db.one<{ html: string }>(
      sql`SELECT html FROM mails WHERE id = ${Number(c.req.param("id"))}`,
    );
    if (!mail) return c.notFound();
    return c.html(mail.html, 200, headers("frame-ancestors 'self'"));
  });

  app.get("/mailbox", async (c) => {
    const to = c.req.query("to")?.trim() || undefined;
    const mails = await mailsOf(services, to, 100);
    return c.html(
      html`<!doctype html>
        <html lang="en">
          <head>
            <meta charset="utf-8" />
            <meta name="viewport" content="width=device-width" />
            <title>Sandbox mailbox</title>
            <style>
              ${raw(STYLE)}
            </style>
          </head>
          <body>
            <h1>Sandbox mailbox</h1>
            <p>Mail that the product would have sent, newest first. Nothing leaves this machine.</p>
            <form method="get">
              <label>To <input name="to" type="email" value="${to ?? ""}" /></label> <button>Show</button>
            </form>
            ${mails.length === 0 ? html`<p>No mail yet.</p>` : ""}
            ${mails.map(
              (mail) =>
                html`<article>
                  <h2>${mail.subject}</h2>
                  <p class="meta">to ${mail.to} · <time datetime="${mail.sentAt}">${mail.sentAt}</time></p>
                  <pre>${mail.text}</pre>
                  <details>
                    <summary>Show it on a phone and on a desktop</summary>
                    <div class="views">
                      ${[PHONE_PX, DESKTOP_PX].map(
                        (px) =>
                          html`<figure>
                            <figcaption>${px} px</figcaption>
                            <iframe
                              src="/mailbox/${mail.id}"
                              width="${px}"
                              loading="lazy"
                              sandbox="allow-popups allow-popups-to-escape-sandbox"
                              title="${mail.subject}, ${px} px wide"
                            ></iframe>
                          </figure>`,
                      )}
                    </div>
                  </details>
                  ${mail.link ? html`<p><a href="${mail.link}">Open the link</a></p>` : ""}
                </article>`,
            )}
          </body>
        </html>`,
      200,
      headers("frame-src 'self'; form-action 'self'"),
    );
  });

  return app;
}
