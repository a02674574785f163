import { Hono } from "hono";
import { html, raw } from "hono/html";
import type { Services } from "./services";
import { mailsOf } from "./mail";

const STYLE = `body{font:16px/1.6 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color:#1d2433;background:#f6f7fb}
article{background:#fff;border:1px solid #dfe3ee;border-radius:12px;padding:1rem 1.25rem;margin:1rem 0}
h2{font-size:1.05rem;margin:0}p.meta{margin:.25rem 0 .75rem;color:#5b6478;font-size:.9rem}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit;margin:0}input,button{font:inherit;padding:.35rem .6rem}`;

/** /mailbox and /mailbox.json?to=: the mail that the sandbox would have sent (docs/decisions/0011). */
export function mailbox(services: Services) {
  const app = new Hono();

  app.get("/mailbox.json", async (c) => {
    c.header("Cache-Control", "no-store");
    return c.json(await mailsOf(services, c.req.query("to")));
  });

  app.get("/mailbox", async (c) => {
    const to = c.req.query("to")?.trim() || undefined;
    const mails = await mailsOf(services, to, 100);
    c.header("Cache-Control", "no-store");
    c.header("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'");
    c.header("Referrer-Policy", "no-referrer");
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
                  ${mail.link ? html`<p><a href="${mail.link}">Open the link</a></p>` : ""}
                </article>`,
            )}
          </body>
        </html>`,
    );
  });

  return app;
}
