import { html, raw } from "hono/html";
import { callOf } from "./controls";
import texts from "./texts.json";

export type Content = ReturnType<typeof html> | string | number | Content[];

/** Submitted values of a refused form, to fill it again. */
export type Typed = Record<string, string>;

interface FieldSpec {
  name: string;
  label: string;
  value?: string | number;
  type?: string;
  hint?: string;
  required?: boolean;
  min?: number;
  max?: number;
  pattern?: string;
}

let lastId = 0;
const newId = (name: string) => `${name}-${(lastId = (lastId + 1) % 1_000_000)}`;

const attribute = (name: string, value: string | number | undefined) =>
  value === undefined ? "" : html` ${raw(name)}="${value}"`;

type Labels = Pick<FieldSpec, "name" | "label" | "hint">;

/** Renders a control between its label and hint. `draw` gets the attributes that connect them. */
function labelled({ name, label, hint }: Labels, draw: (attributes: Content) => Content) {
  const id = newId(name);
  const describedBy = attribute("aria-describedby", hint && `${id}-hint`);
  return html`<div class="field">
    <label for="${id}">${label}</label>
    ${draw(html`id="${id}" name="${name}"${describedBy}`)}
    ${hint ? html`<p class="hint" id="${id}-hint">${hint}</p>` : ""}
  </div>`;
}

export function field({ name, label, hint, type = "text", required = false, ...rest }: FieldSpec) {
  const others = Object.entries(rest).map(([key, value]) => attribute(key, value));
  const draw = (shared: Content) =>
    html`<input class="input" type="${type}" ${shared}${others}${required ? raw(" required") : ""} />`;
  return labelled({ name, label, hint }, draw);
}

export function select(
  { value, ...labels }: Labels & Pick<FieldSpec, "value">,
  options: readonly (string | readonly [value: string, text: string])[],
) {
  const lines = options.map((one) => {
    const [option, text] = typeof one === "string" ? [one, one] : one;
    return html`<option value="${option}" ${option === value ? raw(" selected") : ""}>${text}</option>`;
  });
  return labelled(
    labels,
    (shared) =>
      html`<select class="select" ${shared}>
        ${lines}
      </select>`,
  );
}

export function checkbox(name: string, label: string, isOn: boolean, hint = "") {
  return html`<label class="check"
    ><input type="checkbox" name="${name}" ${isOn ? raw(" checked") : ""} /><span
      >${label}${hint && html`<small>${hint}</small>`}</span
    ></label
  >`;
}

interface ButtonSpec {
  kind?: "line" | "danger";
  /** The object of the action, appended to the label for screen readers. */
  of?: string;
  name?: string;
  value?: string;
}

export const button = (label: string, { kind, of, name, value }: ButtonSpec = {}) =>
  html`<button
    class="btn btn--small${kind ? ` btn--${kind}` : ""}"
    ${attribute("name", name)}${attribute("value", value)}${attribute("aria-label", of && `${label} ${of}`)}
  >
    ${label}
  </button>`;

export const postForm = (action: string, content: Content, showCall = true) =>
  html`<form method="post" action="${action}">
    ${content}${showCall ? html`<p class="json">${texts.json} <code>${callOf(action)}</code></p>` : ""}
  </form>`;

export const panel = (heading: string, content: Content, id = newId("part")) =>
  html`<section class="panel panel--pad" aria-labelledby="${id}">
    <h2 id="${id}">${heading}</h2>
    ${content}
  </section>`;

/** Renders a list of names and values. Values that are missing are left out. */
export const facts = (list: readonly (readonly [name: string, value: Content | null | undefined])[]) =>
  html`<dl class="desk-facts">
    ${list.map(([name, value]) =>
      value === undefined || value === null
        ? ""
        : html`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
    )}
  </dl>`;

/** @param columns headings; `r` aligns a column right */
export const table = (columns: readonly (readonly [heading: Content, align?: "r"])[], rows: Content) =>
  html`<table class="tbl tbl--tight">
    <thead>
      <tr>
        ${columns.map(([heading, align]) => html`<th scope="col" ${attribute("class", align)}>${heading}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;

export const tag = (text: string, colour: string) =>
  html`<span class="tag tag--filled tag--${colour}">${text}</span>`;

const colours = { normal: "mint", locked: "danger", suspended: "apricot", leaving: "rose", deleted: "soft" };
export const stateTag = (state: keyof typeof colours) => tag(texts.states[state], colours[state]);

/** Replaces placeholders such as "{name}" in a text of texts.json. */
export const filled = (text: string, values: Record<string, string | number>) =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));

export const units = (amount: number) => amount.toLocaleString("en");
