/** A page of the site as a tree, from which the peers of the benchmark are written. */

/** A text, or an element with its attributes (as in the HTML) and children. */
export type TreeNode = string | Element;
export interface Element {
  name: string;
  attributes: [name: string, value: string][];
  children: TreeNode[];
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" };
const decoded = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => entities[name] ?? "");

const voids = new Set(["area", "br", "col", "hr", "img", "input", "link", "meta", "path", "source", "wbr"]);
export const isVoid = (name: string) => voids.has(name);

/** Parses HTML written by React, in which attributes are quoted and tags closed. Skips scripts, styles and comments. */
function treeOf(html: string): TreeNode[] {
  const root: TreeNode[] = [];
  const open: TreeNode[][] = [root];
  const clean = html.replace(/<!--[\s\S]*?-->|<(script|style|noscript)\b[\s\S]*?<\/\1>/g, "");
  const tags = /<\/([\w-]+)>|<([\w-]+)((?:\s+[\w:-]+(?:="[^"]*")?)*)\s*\/?>|[^<]+/g;
  for (const [all, end, name, attributes = ""] of clean.matchAll(tags)) {
    const siblings = open.at(-1) ?? root;
    if (end) {
      if (!isVoid(end)) open.pop();
    } else if (name) {
      const given = [...attributes.matchAll(/([\w:-]+)(?:="([^"]*)")?/g)];
      const children: TreeNode[] = [];
      siblings.push({
        name,
        attributes: given.map(([, key = "", value = ""]) => [key, decoded(value)]),
        children,
      });
      if (!isVoid(name)) open.push(children);
    } else siblings.push(decoded(all));
  }
  if (open.length !== 1) throw new Error(`${open.length - 1} elements are not closed`);
  return root;
}

/** Returns the content of `<body>` and the title. */
export function bodyOf(html: string): { title: string; body: TreeNode[] } {
  const title = /<title>([^<]*)/.exec(html)?.[1] ?? "";
  return { title: decoded(title), body: treeOf(/<body[^>]*>([\s\S]*)<\/body>/.exec(html)?.[1] ?? "") };
}

/** Returns the first element for which `is` is true, depth first. */
export function find(nodes: TreeNode[], is: (element: Element) => boolean): Element | undefined {
  for (const node of nodes) {
    if (typeof node === "string") continue;
    const found = is(node) ? node : find(node.children, is);
    if (found) return found;
  }
  return undefined;
}
