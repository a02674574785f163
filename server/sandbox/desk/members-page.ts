import { html } from "hono/html";
import { brand } from "../../runtime/brand";
import { type listMembers, MEMBERS_A_PAGE, type ShownMember } from "../switches/members";
import { button, field, panel, postForm, select, stateTag, table, units, type Typed } from "./parts";
import texts from "./texts.json";

export const nameOf = (member: ShownMember) => `${member.lastName} ${member.firstName}`;
export const wayIn = (member: ShownMember) => member.email ?? member.address ?? "";

export const signInButton = (member: ShownMember) =>
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
