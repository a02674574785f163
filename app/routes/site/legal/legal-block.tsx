/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   browsers drop the roles of a table when CSS displays its rows as blocks (narrow pages). */
import type { ReactNode } from "react";
import { Link } from "~/components/text/elements";

/**
 * A legal text, kept on the server so that it is not part of the client bundle. The privacy policy describes what
 * this site does with cookies, sessions and deletion, so a change to those needs a change there; the terms follow
 * public-site-and-community.md section 2 (where it leaves a period open, they say 30 days).
 */
export interface LegalDocument {
  /** Lines under the title, such as the effective date and the issuer. */
  facts: { label: string; text: string; dateTime?: string }[];
  sections: LegalSection[];
}

interface LegalSection {
  /** The anchor. Do not change it after publication: external links use it. */
  id: string;
  title: string;
  blocks: LegalBlock[];
}

/** In all texts, `[words](/path)` and `[words](mailto:…)` are rendered as links. */
type LegalBlock =
  | string
  | { heading: string; id: string }
  | { list: string[]; ordered?: boolean }
  | { table: { head: string[]; rows: string[][] }; caption: string };

function withLinks(text: string): ReactNode[] {
  return text.split(/(\[[^[\]]+\]\([^()]+\))/).map((part, i) => {
    const [, words, target] = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(part) ?? [];
    if (!words || !target) return part;
    return target.startsWith("/") ? (
      <Link key={i} to={target}>
        {words}
      </Link>
    ) : (
      <a key={i} href={target}>
        {words}
      </a>
    );
  });
}

export function Block({ block }: { block: LegalBlock }) {
  if (typeof block === "string") return <p>{withLinks(block)}</p>;
  if ("heading" in block) return <h3 id={block.id}>{block.heading}</h3>;
  if ("list" in block) {
    const List = block.ordered ? "ol" : "ul";
    return (
      <List>
        {block.list.map((item, i) => (
          <li key={i}>{withLinks(item)}</li>
        ))}
      </List>
    );
  }
  const { head, rows } = block.table;
  return (
    <table className="legal__table" role="table">
      <caption className="sr">{block.caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {head.map((cell) => (
            <th scope="col" role="columnheader" key={cell}>
              {cell}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map(([name = "", ...cells]) => (
          <tr key={name} role="row">
            <th scope="row" role="rowheader">
              {withLinks(name)}
            </th>
            {cells.map((cell, i) => (
              <td key={i} role="cell" data-label={head[i + 1]}>
                {withLinks(cell)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
