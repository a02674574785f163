/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   browsers drop the roles of a table when CSS displays its rows as blocks (narrow pages). */
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Alert, Facts, Icon, Link } from "~/components/text/elements";
import "./legal-page.css";
import { PageHead } from "~/components/page/page-head";

/**
 * A legal text, kept on the server so that it is not part of the client bundle. The privacy policy describes what
 * this site does with cookies, sessions and deletion, so a change to those needs a change there; the terms follow
 * public-site-and-community.md section 2 (where it leaves a period open, they say 30 days).
 */
export interface LegalDocument {
  title: string;
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

/** Renders `[words](/path)` and `[words](mailto:…)` as links and everything else as text. */
function withLinks(text: string): ReactNode[] {
  return text.split(/(\[[^\]]+\]\([^)]+\))/).map((part, i) => {
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

function Block({ block }: { block: LegalBlock }) {
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
  const [head, ...rest] = block.table.head;
  return (
    <table className="legal__table" role="table">
      <caption className="sr">{block.caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          <th scope="col" role="columnheader">
            {head}
          </th>
          {rest.map((cell) => (
            <th scope="col" role="columnheader" key={cell}>
              {cell}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {block.table.rows.map(([name = "", ...cells]) => (
          <tr key={name} role="row">
            <th scope="row" role="rowheader">
              {withLinks(name)}
            </th>
            {cells.map((cell, i) => (
              <td key={i} role="cell" data-label={rest[i]}>
                {withLinks(cell)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface LegalPageProps {
  document: LegalDocument;
  /** In the interface's language. The document itself is in English. */
  title: string;
  lead: string;
  /** The main points in the reader's language. */
  summary: string[];
  isEnglish: boolean;
}

/** Shows a legal text with a table of contents beside it. Print shows only the text. */
export function LegalPage({ document, title, lead, summary, isEnglish }: LegalPageProps) {
  const { t } = useTranslation("legal");
  return (
    <>
      <PageHead scene="legal" title={title} lead={lead} />
      <div className="wrap page-body legal">
        <nav className="legal__contents" aria-labelledby="contents">
          <h2 id="contents">{t("contents")}</h2>
          <ol lang="en">
            {document.sections.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="legal__text">
          {isEnglish ? null : <Alert kind="info">{t("englishIsBinding")}</Alert>}
          <section className="legal__summary" aria-labelledby="summary">
            <h2 id="summary">{t("summary.title")}</h2>
            <ul>
              {summary.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
            <p className="hint">{t("summary.note")}</p>
          </section>
          <article lang="en" className="prose">
            <Facts
              rows={document.facts.map(
                ({ label, text, dateTime }) =>
                  [label, dateTime ? <time dateTime={dateTime}>{text}</time> : text] as const,
              )}
            />
            {document.sections.map((section, i) => (
              <section key={section.id} aria-labelledby={section.id}>
                <h2 id={section.id}>
                  <span className="num">{i + 1}.</span> {section.title}
                  <a
                    className="legal__anchor"
                    href={`#${section.id}`}
                    aria-label={`Link to “${section.title}”`}
                  >
                    <Icon name="link" />
                  </a>
                </h2>
                {section.blocks.map((block, k) => (
                  <Block key={k} block={block} />
                ))}
              </section>
            ))}
          </article>
        </div>
      </div>
    </>
  );
}
