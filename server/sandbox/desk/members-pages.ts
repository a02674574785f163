import { html } from "hono/html";
import { brand } from "../../runtime/brand";
import { ORDER_STATUSES } from "../switches";
import type { Books } from "../switches/books";
import { type listMembers, MEMBERS_A_PAGE, type ShownMember } from "../switches/members";
import {
  button,
  facts,
  field,
  filled,
  panel,
  postForm,
  select,
  stateTag,
  table,
  type Typed,
  units,
} from "./parts";
import texts from "./texts.json";

const nameOf = (member: ShownMember) => `${member.lastName} ${member.firstName}`;
export const wayIn = (member: ShownMember) => member.email ?? member.address ?? "";

const signInButton = (member: ShownMember) =>
  postForm(
    `/desk/members/${member.id}/sign-in`,
    button(texts.members.signIn, { kind: "line", of: wayIn(member) }),
    false,
  );

function row(member: ShownMember) {
  const { point, soria, soriaPlus } = member.balances;
  return html`<tr>
    <td class="wide first">
      <a href="/desk/members/${member.id}"><strong>${nameOf(member)}</strong></a>
      <div class="soft small">${wayIn(member)} · ${member.id}</div>
    </td>
    <td class="first">${stateTag(member.state)}</td>
    <td class="r" data-label="${brand.coin.en}">${units(soria)}</td>
    <td class="r" data-label="${brand.coinPlus.en}">${units(soriaPlus)}</td>
    <td class="r" data-label="Point">${units(point)}</td>
    <td class="r" data-label="${texts.members.orders}">${member.orders}</td>
    <td class="wide last">
      <div class="form__do">
        ${signInButton(member)}
        <a class="btn btn--small btn--line" href="/desk/members/${member.id}"
          >${texts.members.edit}<span class="sr"> ${wayIn(member)}</span></a
        >
      </div>
    </td>
  </tr>`;
}

export function membersPage(
  { total, page, members }: Awaited<ReturnType<typeof listMembers>>,
  query: { search: string; state?: string | undefined },
  typed: Typed,
) {
  const m = texts.members;
  const states = Object.entries(texts.states);
  const pages = Math.ceil(total / MEMBERS_A_PAGE);
  const { search, state = "" } = query;
  const addressOf = (n: number) => `/?${String(new URLSearchParams({ search, state, page: String(n) }))}`;
  const list = html`<form class="filter" method="get" action="/" role="search">
      ${field({ name: "search", label: m.search, value: search, type: "search" })}
      ${select({ name: "state", label: m.state, value: state }, [["", m.any], ...states])} ${button(m.find)}
    </form>
    ${
      members.length === 0
        ? html`<p>${m.none}</p>`
        : table(
            [
              [m.name],
              [m.state],
              [brand.coin.en, "r"],
              [brand.coinPlus.en, "r"],
              ["Point", "r"],
              [m.orders, "r"],
              [html`<span class="sr">${m.edit}</span>`],
            ],
            members.map(row),
          )
    }
    ${
      pages > 1
        ? html`<nav class="pager" aria-label="${m.more}">
            <ol class="plain">
              ${pagesNear(page, pages).map((n) =>
                n === page
                  ? html`<li><span aria-current="page">${n}</span></li>`
                  : html`<li><a href="${addressOf(n)}">${n}</a></li>`,
              )}
            </ol>
          </nav>`
        : ""
    }`;
  const count = (name: string, label: string, usual: number, max?: number) =>
    field({ name, label, type: "number", min: 0, max, value: typed[name] ?? usual });
  const form = postForm(
    "/desk/members",
    html`<p class="hint">${m.makeHint}</p>
      <div class="form__row">
        ${select(
          { name: "state", label: m.state, value: typed.state },
          states.filter(([name]) => name !== "deleted"),
        )}
        ${select({ name: "type", label: m.kind, value: typed.type }, Object.entries(m.kinds))}
        ${field({ name: "email", label: m.email, type: "email", value: typed.email })}
        ${field({ name: "password", label: m.password, value: typed.password })}
        ${field({ name: "address", label: m.address, pattern: "0x[0-9a-fA-F]{40}", value: typed.address })}
        ${count("soria", brand.coin.en, 10_000)} ${count("soriaPlus", brand.coinPlus.en, 500)}
        ${count("point", "Point", 1_000)} ${count("history", m.history, 30, 20_000)}
        ${count("orders", m.orders, 3, 500)}
      </div>
      ${button(m.makeDo)}`,
  );
  return [panel(`${texts.pages.members} (${units(total)})`, list), panel(m.make, form)];
}

/** Returns the page numbers around the current one, plus the first and the last. */
const pagesNear = (page: number, pages: number) =>
  [...new Set([1, page - 2, page - 1, page, page + 1, page + 2, pages])]
    .filter((n) => n >= 1 && n <= pages)
    .sort((a, b) => a - b);

const t = texts.member;

/** Formats a time for a `datetime-local` field, in UTC. */
const local = (iso: string) => iso.slice(0, 16);
const inWords = (iso: string | null) => iso && local(iso).replace("T", " ");

export function memberPage(member: ShownMember, books: Books, now: number, typed: Typed) {
  const action = `/desk/members/${member.id}`;
  const inDays = (days: number) => local(new Date(now + days * 86_400_000).toISOString());
  const does = (value: string, label: string, kind?: "line") => button(label, { name: "do", value, kind });
  const balance = (name: keyof typeof member.balances, label: string) => {
    const value = typed[name] ?? member.balances[name];
    return field({ name, label, type: "number", min: 0, required: true, value });
  };

  const overview = html`${facts([
      [texts.members.state, stateTag(member.state)],
      [member.email ? texts.members.email : t.wallet, wayIn(member)],
      [t.id, member.id],
      [t.until, inWords(member.suspendedUntil)],
      [t.deleteAt, inWords(member.deletionAt)],
    ])}
    <div class="form__do">
      ${signInButton(member)}
      <a class="link" href="/desk/calls?member=${member.id}">${t.calls}</a>
      <a class="link" href="/__books?member=${member.id}">${t.books}</a>
    </div>`;

  const state = [
    postForm(
      action,
      html`<p class="hint">${t.lockHint}</p>
        ${member.locked ? does("unlock", t.unlock, "line") : does("lock", t.lock, "line")}`,
    ),
    postForm(
      action,
      html`<div class="form__row">
          ${field({ name: "until", label: t.until, type: "datetime-local", value: typed.until ?? inDays(3), required: true })}
          ${field({ name: "reason", label: t.reason, hint: t.reasonHint, value: typed.reason })}
        </div>
        <div class="form__do">
          ${does("suspend", t.suspend, "line")}${member.suspendedUntil ? does("lift", t.lift, "line") : ""}
        </div>`,
    ),
    postForm(
      action,
      html`${field({ name: "deleteAt", label: t.deleteAt, hint: t.deleteHint, type: "datetime-local", value: typed.deleteAt ?? inDays(15), required: true })}
        <div class="form__do">
          ${does("delete", t.delete, "line")}${member.deletionAt ? does("keep-account", t.keepAccount, "line") : ""}
        </div>`,
    ),
    "pass" in member
      ? postForm(
          action,
          html`${select({ name: "pass", label: t.pass, value: member.pass }, Object.entries(t.passes))}
          ${does("pass", t.keep, "line")}`,
        )
      : "",
  ];

  return [
    html`<p><a class="link" href="/">← ${t.back}</a></p>`,
    panel(nameOf(member), overview),
    panel(
      t.balances,
      postForm(
        action,
        html`<p class="hint">${t.balancesHint}</p>
          <div class="form__row">
            ${balance("soria", brand.coin.en)}${balance("soriaPlus", brand.coinPlus.en)}${balance("point", "Point")}
          </div>
          ${does("balances", t.keep)}`,
      ),
    ),
    panel(t.state, html`<div class="stack">${state}</div>`),
    panel(t.payments, payments(member, books)),
    panel(t.orders, orders(member, books)),
  ];
}

function payments(member: ShownMember, { transactions }: Books) {
  if (transactions.length === 0) return html`<p>${t.noPayments}</p>`;
  return html`<ul class="plain rows">
    ${transactions.map(
      ({ id, method, amount, taken, currency, status, productId, quantity }) =>
        html`<li>
          <div>
            <strong>${units(amount / 100)} ${currency}</strong> · ${method} · product ${productId} ×
            ${quantity} · ${status}
            <div class="soft small">${id}</div>
          </div>
          ${
            taken > 0
              ? postForm(
                  `/desk/members/${member.id}/refunds`,
                  html`<input type="hidden" name="transactionId" value="${id}" />
                    ${field({ name: "amount", label: t.refund, hint: t.refundHint, type: "number", min: 1, max: taken })}
                    ${button(t.refund, { kind: "line", of: id })}`,
                )
              : ""
          }
        </li>`,
    )}
  </ul>`;
}

function orders(member: ShownMember, books: Books) {
  const byNumber = new Map(books.orders.map((order) => [order.number, order]));
  const list = [...byNumber.values()].sort((a, b) => b.number.localeCompare(a.number));
  const rows = (shown: typeof list) =>
    html`<ul class="plain rows">
      ${shown.map(
        ({ number, total, currency, status }) =>
          html`<li>
            <div><strong>${number}</strong> · ${units(total / 100)} ${currency}</div>
            ${postForm(
              `/desk/members/${member.id}/orders/${number}`,
              html`${select({ name: "status", label: t.status, value: status }, ORDER_STATUSES)}
              ${button(t.keep, { kind: "line", of: number })}`,
              false,
            )}
          </li>`,
      )}
    </ul>`;
  const [latest, rest] = [list.slice(0, 3), list.slice(3)];
  return html`${list.length === 0 ? html`<p>${t.noOrders}</p>` : rows(latest)}
  ${
    rest.length > 0
      ? html`<details>
          <summary class="link">${filled(t.moreOrders, { count: rest.length })}</summary>
          ${rows(rest)}
        </details>`
      : ""
  }
  ${postForm(
    `/desk/members/${member.id}/orders`,
    html`${field({ name: "count", label: t.howMany, type: "number", min: 1, max: 500, value: 3, required: true })}
    ${button(t.addOrders, { kind: "line" })}`,
  )}`;
}
