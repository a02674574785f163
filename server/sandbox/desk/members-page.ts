import { html } from "hono/html";
import { brand } from "../../runtime/brand";
import type { ShownMember, listMembers } from "../switches/edit";
import { MEMBERS_A_PAGE, MEMBER_STATES } from "../switches/edit";
import { button, field, panel, postForm, select, stateTag, units, type Typed } from "./parts";
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

/** Renders the list of members with a search and a form to create one. */
export function membersPage(
  { total, page, members }: Awaited<ReturnType<typeof listMembers>>,
  query: { search?: string | undefined; state?: string | undefined },
  typed: Typed,
) {
  const m = texts.members;
  const states = Object.entries(texts.states);
  const made = states.filter(([state]) => state !== "deleted");
  const pages = Math.ceil(total / MEMBERS_A_PAGE);
  const addressOf = (n: number) =>
    `/?${new URLSearchParams({ search: query.search ?? "", state: query.state ?? "", page: String(n) }).toString()}`;
  const list = html`<form class="filter" method="get" action="/" role="search">
      ${field({ name: "search", label: m.search, value: query.search ?? "", type: "search" })}
      ${select({ name: "state", label: m.state, value: query.state ?? "" }, [
        ["", m.any],
        ...MEMBER_STATES.map((state) => [state, texts.states[state]] as const),
      ])}
      ${button(m.find)}
    </form>
    ${
      members.length === 0
        ? html`<p>${m.none}</p>`
        : html`<table class="tbl tbl--tight">
            <thead>
              <tr>
                <th scope="col">${m.name}</th>
                <th scope="col">${m.state}</th>
                <th scope="col" class="r">${brand.coin.en}</th>
                <th scope="col" class="r">${brand.coinPlus.en}</th>
                <th scope="col" class="r">Point</th>
                <th scope="col" class="r">${m.orders}</th>
                <th scope="col"><span class="sr">${m.edit}</span></th>
              </tr>
            </thead>
            <tbody>
              ${members.map(row)}
            </tbody>
          </table>`
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
  const form = postForm(
    "/desk/members",
    html`<p class="hint">${m.makeHint}</p>
      <div class="form__row">
        ${select({ name: "state", label: m.state, value: typed["state"] ?? "normal" }, made)}
        ${select({ name: "type", label: m.kind, value: typed["type"] ?? "EMAIL" }, [
          ["EMAIL", m.kinds.EMAIL],
          ["WALLET", m.kinds.WALLET],
        ])}
        ${field({ name: "email", label: m.email, type: "email", value: typed["email"] ?? "" })}
        ${field({ name: "password", label: m.password, value: typed["password"] ?? "" })}
        ${field({
          name: "address",
          label: m.address,
          pattern: "0x[0-9a-fA-F]{40}",
          value: typed["address"] ?? "",
        })}
        ${field({ name: "soria", label: brand.coin.en, type: "number", min: 0, value: typed["soria"] ?? 10_000 })}
        ${field({ name: "soriaPlus", label: brand.coinPlus.en, type: "number", min: 0, value: typed["soriaPlus"] ?? 500 })}
        ${field({ name: "point", label: "Point", type: "number", min: 0, value: typed["point"] ?? 1_000 })}
        ${field({ name: "history", label: m.history, type: "number", min: 0, max: 20_000, value: typed["history"] ?? 30 })}
        ${field({ name: "orders", label: m.orders, type: "number", min: 0, max: 500, value: typed["orders"] ?? 3 })}
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
