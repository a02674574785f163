import { html, raw } from "hono/html";
import type { CallEntry } from "../switches/calls";
import type { FaultRule } from "../switches/faults";
import type { MadeMember } from "../switches/members";

const STYLE = `*{box-sizing:border-box}body{font:16px/1.6 system-ui,sans-serif;max-width:64rem;margin:2rem auto;padding:0 1rem;color:#14172e;background:#fbf6ee}
section{background:#fff;border:1px solid #e4dccf;border-radius:14px;padding:1rem 1.25rem;margin:1rem 0}
h1{margin:0}h2{font-size:1.15rem;margin:0 0 .5rem}p{margin:.25rem 0 .75rem}nav a{margin-right:1rem}a{color:#3a2f78}
form{display:flex;flex-wrap:wrap;gap:.75rem;align-items:end}label{display:grid;gap:.15rem;font-size:.9rem}
label.check{display:flex;align-items:center;gap:.4rem;min-height:44px}
input,select,button{font:inherit;padding:.4rem .6rem;min-height:44px;border:1px solid #565a73;border-radius:10px;background:#fff;color:inherit;max-width:100%}
button{background:#3a2f78;color:#fff;border-color:#3a2f78;cursor:pointer}button.quiet{background:#fff;color:#3a2f78}
input[type=checkbox]{min-height:0;width:1.2rem;height:1.2rem}.small input:not([type=checkbox],[type=email],[name=address]){width:8rem}
:focus-visible{outline:3px solid #e4512b;outline-offset:2px}
.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:.9rem}th,td{text-align:left;padding:.3rem .6rem;border-bottom:1px solid #e4dccf;white-space:nowrap}
code{overflow-wrap:anywhere}[role=status]{background:#e5f3ee;border-radius:10px;padding:.6rem 1rem}[role=alert]{background:#fbe9e7;border-radius:10px;padding:.6rem 1rem}`;

/** A setting as a control: its name, its value, and the values that it may have when they are few. */
export interface Control {
  name: string;
  value: string | number | boolean;
  options?: readonly string[];
}

export interface Desk {
  /** What was done by the form that led here. */
  done?: string | undefined;
  problem?: string | undefined;
  member?: MadeMember | undefined;
  rules: FaultRule[];
  settings: Control[];
  calls: CallEntry[];
  mails: { to: string; subject: string; sentAt: string }[];
  /** Of the two APIs, "/api/news": what a fault can be put on. */
  paths: string[];
  siteOrigin: string;
}

const states = ["normal", "locked", "suspended", "leaving"] as const;
const modes = [
  ["", "as it is (with a status or a wait)"],
  ["stall", "never answers"],
  ["close", "connection closed"],
  ["drip", "a byte a second"],
  ["truncate", "cut in the middle"],
  ["stall-body", "stops in the middle"],
  ["html", "an HTML error page"],
  ["huge", "50 MB of JSON"],
  ["redirect", "a redirect elsewhere"],
] as const;

function control({ name, value, options }: Control) {
  if (options) {
    return html`<label
      >${name}
      <select name="${name}">
        ${options.map(
          (option) =>
            html`<option value="${option}" ${option === value ? raw("selected") : ""}>${option}</option>`,
        )}
      </select></label
    >`;
  }
  if (typeof value === "boolean") {
    return html`<label class="check"
      ><input type="checkbox" name="${name}" ${value ? raw("checked") : ""} /> ${name}</label
    >`;
  }
  return html`<label
    >${name}
    <input name="${name}" type="${typeof value === "number" ? "number" : "text"}" value="${value}" required
  /></label>`;
}

/** The desk: everything that the switches do, for a person with a browser. It works without scripts, and has none. */
export function deskPage(desk: Desk) {
  const { member } = desk;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Soria sandbox</title>
        <style>
          ${raw(STYLE)}
        </style>
      </head>
      <body>
        <main>
          <h1>Soria sandbox</h1>
          <p>
            Stands in for the product API, on this machine alone. All of this is also JSON: docs/testing.md.
          </p>
          <nav aria-label="Elsewhere">
            <a href="${desk.siteOrigin}">The site</a> <a href="/mailbox">Mailbox</a>
            <a href="/__calls">Calls as JSON</a>
          </nav>
          ${desk.done ? html`<p role="status">${desk.done}</p>` : ""}
          ${desk.problem ? html`<p role="alert">${desk.problem}</p>` : ""}
          <section aria-labelledby="members">
            <h2 id="members">A member in any state</h2>
            ${
              member
                ? html`<p role="status">
                    ${member.email ?? member.address}${member.email ? html`, password <code>${member.password}</code>` : ""}
                    (id ${member.id})
                  </p>`
                : ""
            }
            <form method="post" action="/desk/members" class="small">
              <label
                >State
                <select name="state">
                  ${states.map((state) => html`<option>${state}</option>`)}
                </select></label
              >
              <label
                >Kind
                <select name="type">
                  <option>EMAIL</option>
                  <option>WALLET</option>
                </select></label
              >
              <label>E-mail (made up when empty) <input name="email" type="email" /></label>
              <label>Wallet address <input name="address" pattern="0x[0-9a-fA-F]{40}" /></label>
              <label>Soria <input name="soria" type="number" min="0" value="10000" /></label>
              <label>Soria Plus <input name="soriaPlus" type="number" min="0" value="500" /></label>
              <label>Point <input name="point" type="number" min="0" value="1000" /></label>
              <label
                >History lines <input name="history" type="number" min="0" max="20000" value="30"
              /></label>
              <label>Orders <input name="orders" type="number" min="0" max="500" value="3" /></label>
              <button>Make the member</button>
            </form>
          </section>
          <section aria-labelledby="faults">
            <h2 id="faults">Faults</h2>
            <p>The first rule that fits a call is applied to it.</p>
            ${
              desk.rules.length === 0
                ? html`<p>No rule is in force.</p>`
                : html`<ul>
                    ${desk.rules.map((rule) => html`<li><code>${JSON.stringify(rule)}</code></li>`)}
                  </ul>`
            }
            <form method="post" action="/desk/faults" class="small">
              <label
                >Calls that begin with
                <select name="path">
                  <option value="/">everything</option>
                  ${desk.paths.map((path) => html`<option>${path}</option>`)}
                </select></label
              >
              <label
                >Method
                <select name="method">
                  <option value="">any</option>
                  <option>GET</option>
                  <option>POST</option>
                  <option>PATCH</option>
                  <option>DELETE</option>
                </select></label
              >
              <label
                >Answer
                <select name="mode">
                  ${modes.map(([value, label]) => html`<option value="${value}">${label}</option>`)}
                </select></label
              >
              <label>Status <input name="status" type="number" min="200" max="599" /></label>
              <label>Wait, ms <input name="delayMs" type="number" min="0" /></label>
              <label>How often <input name="times" type="number" min="1" /></label>
              <label>Member's id <input name="member" inputmode="numeric" /></label>
              <label class="check"
                ><input type="checkbox" name="after" /> after the work was done (the answer is lost)</label
              >
              <button>Add the rule</button>
            </form>
            <form method="post" action="/desk/faults/clear">
              <button class="quiet">Clear all rules</button>
            </form>
          </section>
          <section aria-labelledby="settings">
            <h2 id="settings">Settings</h2>
            <form method="post" action="/desk/settings">
              ${desk.settings.map(control)}
              <button>Keep the settings</button>
            </form>
          </section>
          <section aria-labelledby="refunds">
            <h2 id="refunds">A refund</h2>
            <p>Gives back what a purchase took, and takes back what it gave.</p>
            <form method="post" action="/desk/refunds" class="small">
              <label>Transaction <input name="transactionId" required /></label>
              <label>Hundredths (all when empty) <input name="amount" type="number" min="1" /></label>
              <button>Refund</button>
            </form>
          </section>
          <section aria-labelledby="calls">
            <h2 id="calls">The last calls</h2>
            <div class="scroll" role="region" aria-labelledby="calls" tabindex="0">
              <table>
                <thead>
                  <tr>
                    <th scope="col">At</th>
                    <th scope="col">Call</th>
                    <th scope="col">Status</th>
                    <th scope="col">ms</th>
                    <th scope="col">Member</th>
                  </tr>
                </thead>
                <tbody>
                  ${desk.calls.map(
                    (call) =>
                      html`<tr>
                        <td>${call.at.slice(11, 23)}</td>
                        <td>${call.method} ${call.path}${call.query}</td>
                        <td>${call.status}</td>
                        <td>${call.ms}</td>
                        <td>${call.member ?? ""}</td>
                      </tr>`,
                  )}
                </tbody>
              </table>
            </div>
          </section>
          <section aria-labelledby="mails">
            <h2 id="mails">The last mails</h2>
            <ul>
              ${desk.mails.map(
                (mail) =>
                  html`<li>
                    <a href="/mailbox?to=${encodeURIComponent(mail.to)}">${mail.subject}</a> to ${mail.to}
                  </li>`,
              )}
            </ul>
          </section>
          <section aria-labelledby="reset">
            <h2 id="reset">Begin again</h2>
            <p>Everything as after the first start; who is signed in on the site is signed out.</p>
            <form method="post" action="/desk/reset"><button class="quiet">Reset the sandbox</button></form>
          </section>
        </main>
      </body>
    </html>`;
}
