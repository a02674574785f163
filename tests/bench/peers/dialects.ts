/** How a template of each framework writes an element. Texts and varying attributes are read from `t` at run time. */
import { type Element, isVoid, type TreeNode } from "./page-tree";

export type Dialect = "react" | "svelte" | "astro";

/** The texts of a page, in order of first use; a template reads `t[index]`. */
export class Texts {
  readonly all: string[] = [];

  /** Returns the expression that reads this text. */
  read(text: string): string {
    const index = this.all.indexOf(text);
    return `t[${index >= 0 ? index : this.all.push(text) - 1}]`;
  }
}

const booleans = new Set(
  "checked selected hidden disabled required open multiple readonly novalidate inert autofocus".split(" "),
);
/** Attributes that differ between visitors, rows or languages in a real site. */
const varying = new Set(
  "href src value aria-label alt title placeholder action data-label max min id datetime".split(" "),
);

const reactNames: Record<string, string> = {
  ...{ class: "className", for: "htmlFor", novalidate: "noValidate", tabindex: "tabIndex" },
  ...{ maxlength: "maxLength", minlength: "minLength", readonly: "readOnly", inputmode: "inputMode" },
  ...{ autocomplete: "autoComplete", enterkeyhint: "enterKeyHint", spellcheck: "spellCheck" },
  ...{
    autocapitalize: "autoCapitalize",
    srcset: "srcSet",
    fetchpriority: "fetchPriority",
    colspan: "colSpan",
  },
  ...{ datetime: "dateTime", rowspan: "rowSpan", "stroke-width": "strokeWidth", checked: "defaultChecked" },
  ...{ "stroke-linecap": "strokeLinecap", "stroke-linejoin": "strokeLinejoin", "fill-rule": "fillRule" },
};

const camel = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

function styleObject(css: string): string {
  const rules = css.split(";").filter(Boolean);
  const entries = rules.map((rule) => {
    const at = rule.indexOf(":");
    const name = rule.slice(0, at).trim();
    return [name.startsWith("--") ? name : camel(name), rule.slice(at + 1).trim()];
  });
  return JSON.stringify(Object.fromEntries(entries));
}

function reactAttribute(element: string, name: string, value: string, texts: Texts): string {
  const lower = name.toLowerCase();
  if (lower === "style") return `style={${styleObject(value)}}`;
  if (lower === "value" && element === "input") return `defaultValue={${texts.read(value)}}`;
  const own = reactNames[lower] ?? name;
  if (booleans.has(lower)) return own;
  return varying.has(lower) ? `${own}={${texts.read(value)}}` : `${own}={${JSON.stringify(value)}}`;
}

function plainAttribute(name: string, value: string, texts: Texts): string {
  const own = name.toLowerCase() === "viewbox" ? "viewBox" : name.toLowerCase();
  if (booleans.has(own)) return own;
  if (varying.has(own)) return `${own}={${texts.read(value)}}`;
  return `${own}="${value.replaceAll('"', "&quot;").replaceAll("{", "&#123;")}"`;
}

/** @param replaced elements that are written as something else: a component, or a loop over data */
export function write(
  node: TreeNode,
  dialect: Dialect,
  texts: Texts,
  replaced: ReadonlyMap<Element, string> = new Map(),
): string {
  if (typeof node === "string") return `{${texts.read(node)}}`;
  const other = replaced.get(node);
  if (other !== undefined) return other;
  const { name, attributes, children } = node;
  const given = attributes.map(([key, value]) =>
    dialect === "react" ? reactAttribute(name, key, value, texts) : plainAttribute(key, value, texts),
  );
  const start = [`<${name}`, ...given].join(" ");
  if (isVoid(name)) return dialect === "svelte" && name === "path" ? `${start}></path>` : `${start}/>`;
  return `${start}>${children.map((child) => write(child, dialect, texts, replaced)).join("")}</${name}>`;
}
