import { html } from "hono/html";
import type { CallEntry } from "../switches/calls";
import { button, facts, field, panel, postForm, table } from "./parts";
import texts from "./texts.json";

const t = texts.calls;

/** Renders the last 60 matching calls, newest first. */
export function callsPage(all: CallEntry[], query: { member?: string; path?: string }) {
  const { member = "", path = "" } = query;
  const calls = all.filter((call) => call.path.includes(path)).slice(-60);
  const row = (call: CallEntry) =>
    html`<tr>
      <td class="n first" data-label="">${call.at.slice(11, 23)}</td>
      <td class="wide first">
        <a href="/desk/calls/${call.id}"><code>${call.method} ${call.path}${call.query}</code></a>
      </td>
      <td class="r ${call.status >= 400 || call.status === 0 ? "minus" : ""}" data-label="${t.status}">
        ${call.status}
      </td>
      <td class="r" data-label="${t.ms}">${call.ms}</td>
      <td class="r" data-label="${t.member}">
        ${call.member ? html`<a href="/desk/members/${call.member}">${call.member}</a>` : "–"}
      </td>
    </tr>`;
  return panel(
    texts.pages.calls,
    html`<form class="filter" method="get" action="/desk/calls" role="search">
        ${field({ name: "path", label: t.path, value: path })}
        ${field({ name: "member", label: t.ofMember, type: "number", min: 1, value: member })}
        ${button(t.filter)}
      </form>
      ${
        calls.length === 0
          ? html`<p>${t.none}</p>`
          : table([[t.at], [t.call], [t.status, "r"], [t.ms, "r"], [t.member, "r"]], calls.reverse().map(row))
      }
      ${postForm("/desk/calls", button(t.clear, { kind: "line" }))}`,
  );
}

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

const bodyPanel = (heading: string, body = "") =>
  panel(
    heading,
    body
      ? html`<pre class="body" tabindex="0" role="group" aria-label="${heading}">${pretty(body)}</pre>`
      : html`<p>${t.noBody}</p>`,
  );

/** Renders one call with its bodies and a button to repeat it. A call that may change data asks for confirmation. */
export function callPage(call: CallEntry) {
  const action = `/desk/calls/${call.id}/replay`;
  return [
    html`<p><a class="link" href="/desk/calls">← ${t.back}</a></p>`,
    panel(
      t.call,
      html`${facts([
          [t.at, call.at],
          [t.call, `${call.method} ${call.path}${call.query}`],
          [t.status, call.status],
          [t.ms, call.ms],
          [t.member, call.member],
          ["X-Request-Id", call.requestId],
          ["traceparent", call.traceparent],
        ])}
        <p class="hint">${t.replayHint}</p>
        ${
          call.method === "GET" || call.method === "HEAD"
            ? postForm(action, button(t.replay, { kind: "line" }))
            : html`<p><a class="btn btn--small btn--line" href="${action}">${t.replay}…</a></p>`
        }`,
    ),
    bodyPanel(t.request, call.requestBody),
    bodyPanel(t.response, call.responseBody),
  ];
}
