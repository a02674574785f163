/** The table of the balance history as data and a loop, as the site has it: its rows are not constant markup. */
import { type Dialect, Texts, write } from "./dialects";
import { type Element, find, type TreeNode } from "./page-tree";

const isElement = (node: TreeNode): node is Element => typeof node !== "string";
const named = (name: string) => (node: TreeNode) => isElement(node) && node.name === name;

/** A row as data: the texts and varying attributes of its cells. All rows of one kind share a template. */
export interface Row {
  /** Index of its template. */
  kind: number;
  t: string[];
}

export interface HistoryTable {
  /** The `<tbody>` elements. */
  bodies: Element[];
  rows: Row[][];
  /** Writes the templates of the rows: what one row looks like, with `t` as its texts. */
  templates: (dialect: Dialect) => string[];
}

/** @throws Error if the page has no table with rows */
export function historyTable(body: TreeNode[]): HistoryTable {
  const table = find(body, ({ name }) => name === "table");
  const bodies = (table?.children ?? []).filter(isElement).filter(named("tbody"));
  if (bodies.length === 0) throw new Error("The history has no rows: take a member with a longer history");
  const examples: Element[] = [];
  const shapes: string[] = [];
  const rowOf = (element: Element): Row => {
    const texts = new ListOfTexts();
    const shape = write(element, "react", texts);
    if (!shapes.includes(shape)) {
      shapes.push(shape);
      examples.push(element);
    }
    return { kind: shapes.indexOf(shape), t: texts.all };
  };
  const rows = bodies.map(({ children }) => children.filter(isElement).map(rowOf));
  return {
    bodies,
    rows,
    templates: (dialect) => examples.map((element) => write(element, dialect, new ListOfTexts())),
  };
}

/** Numbers each text by its place, so that rows of the same elements have the same template. */
class ListOfTexts extends Texts {
  override read(text: string): string {
    return `t[${this.all.push(text) - 1}]`;
  }
}
