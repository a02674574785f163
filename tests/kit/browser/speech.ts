/**
 * Text of what a screen reader says on a journey: Chromium's accessibility tree in reading order, with role, name,
 * state, value and description, and after each action a new page title, announcements of live regions, and the
 * focused element. Real screen readers use other wording for the same content and order.
 */
import type { CDPSession, Page } from "@playwright/test";

interface Value {
  value?: unknown;
}

interface AxNode {
  nodeId: string;
  ignored: boolean;
  role?: Value;
  name?: Value;
  description?: Value;
  value?: Value;
  properties?: { name: string; value: Value }[];
  childIds?: string[];
}

/** Roles that are spoken with their name, which contains their content. */
const WHOLE =
  /^(link|button|textbox|searchbox|combobox|listbox|checkbox|radio|switch|image|tab|spinbutton|meter|progressbar|option|DisclosureTriangle|Date|file|ColorWell)$/;
/** Roles that are announced with their name on entering them. */
const ENTERED =
  /^(navigation|main|banner|contentinfo|complementary|region|form|search|group|radiogroup|list|table|dialog|alertdialog|alert|status|article|figure|tablist|DescriptionList)$/;
const CELL = /^(cell|columnheader|rowheader|gridcell)$/;

const text = (value: Value | undefined) => (typeof value?.value === "string" ? value.value.trim() : "");

/** Returns the states of a node in screen reader wording, in a fixed order. */
function statesOf({ properties = [] }: AxNode, role: string): string[] {
  const of = Object.fromEntries(properties.map(({ name, value }) => [name, value.value]));
  const isSet = (name: string) => of[name] !== undefined && of[name] !== false && of[name] !== "false";
  return [
    /^(checkbox|radio|switch)$/.test(role) && (of["checked"] === "true" ? "checked" : "not checked"),
    of["pressed"] !== undefined && (of["pressed"] === "true" ? "pressed" : "not pressed"),
    of["expanded"] !== undefined && (isSet("expanded") ? "expanded" : "collapsed"),
    isSet("selected") && role !== "option" && "selected",
    isSet("required") && "required",
    isSet("invalid") && "invalid",
    isSet("disabled") && "disabled",
    isSet("readonly") && /box$/.test(role) && "read-only",
    isSet("busy") && "busy",
  ].filter((state) => typeof state === "string");
}

/** Returns the line for one node, such as "button, Sign in (disabled): why". */
function sentence(node: AxNode, level?: unknown): string {
  const role = text(node.role).replace("DisclosureTriangle", "disclosure").replace("DescriptionList", "list");
  const states = statesOf(node, text(node.role));
  return [
    role + (level === undefined ? "" : ` ${String(level)}`),
    text(node.name) && `, ${text(node.name)}`,
    states.length > 0 && ` (${states.join(", ")})`,
    text(node.value) && text(node.value) !== text(node.name) && ` = ${text(node.value)}`,
    text(node.description) && `: ${text(node.description)}`,
  ]
    .filter(Boolean)
    .join("");
}

/** Returns the spoken lines of a part of the tree. */
function linesOf(tree: Map<string, AxNode>, from: AxNode): string[] {
  const lines: string[] = [];
  let words: string[] = [];
  const endSentence = () => {
    const said = words.join(" ").replace(/\s+/g, " ").trim();
    if (said) lines.push(said);
    words = [];
  };
  const children = (node: AxNode) =>
    (node.childIds ?? []).flatMap((id) => {
      const child = tree.get(id);
      return child ? [child] : [];
    });
  /** Returns the readable content of a part in one line. */
  const flat = (node: AxNode): string => {
    const role = text(node.role);
    if (role === "StaticText") return text(node.name);
    if (!node.ignored && WHOLE.test(role)) return `[${sentence(node)}]`;
    return children(node).map(flat).filter(Boolean).join(" ");
  };
  const controlsIn = (node: AxNode): void => {
    for (const child of children(node)) {
      if (!child.ignored && WHOLE.test(text(child.role)) && text(child.role) !== "image") say(child);
      else controlsIn(child);
    }
  };
  const say = (node: AxNode): void => {
    const role = node.ignored ? "none" : text(node.role);
    const read = () => children(node).forEach(say);
    if (role === "StaticText") return void words.push(text(node.name));
    if (role === "InlineTextBox" || role === "ListMarker" || role === "LineBreak") return;
    if (role === "none" || role === "generic" || /^(strong|emphasis|time|code|abbr|mark|Abbr)$/.test(role))
      return read();
    endSentence();
    const level = node.properties?.find(({ name }) => name === "level")?.value.value;
    if (role === "heading") {
      lines.push(sentence(node, level));
      controlsIn(node);
    } else if (WHOLE.test(role)) lines.push(sentence(node));
    else if (role === "row")
      lines.push(
        `row, ${children(node)
          .filter((child) => CELL.test(text(child.role)))
          .map(flat)
          .join(" | ")}`,
      );
    else if (ENTERED.test(role)) {
      lines.push(sentence(node));
      read();
      endSentence();
    } else if (role === "listitem" || role === "term" || role === "definition") {
      const start = lines.length;
      read();
      endSentence();
      const mark = role === "listitem" ? "-" : `${role},`;
      if (lines.length > start) lines[start] = `${mark} ${lines[start]}`;
      else lines.push(`${mark} nothing`);
    } else {
      read();
      endSentence();
    }
  };
  say(from);
  endSentence();
  return lines;
}

/** Init script: records the announcements of live regions, in order. */
function listen(): void {
  const heard: string[] = [];
  Object.assign(window, { heard });
  const LIVE = "[role=alert], [role=status], [role=log], [aria-live=polite], [aria-live=assertive], output";
  const said = new WeakMap<Element, string>();
  const wordsOf = (node: Node) =>
    (node instanceof HTMLElement ? node.innerText : (node.textContent ?? "")).replace(/\s+/g, " ").trim();
  /** @param part the changed node, for a region that is not atomic */
  const hear = (region: Element, part: Node, isNew: boolean) => {
    if (!region.checkVisibility() || region.closest("[aria-hidden=true], [inert]")) return;
    const all = wordsOf(region);
    if (said.get(region) === all) return;
    said.set(region, all);
    // A polite region that is inserted together with its text is not announced; an alert is.
    const isAlert = region.matches("[role=alert], [aria-live=assertive]");
    const words = isNew || region.getAttribute("aria-atomic") !== "false" ? all : wordsOf(part);
    if (words && (!isNew || isAlert)) heard.push(`${isAlert ? "alert" : "status"}: ${words}`);
  };
  const begin = () => {
    for (const region of document.querySelectorAll(LIVE)) said.set(region, wordsOf(region));
    new MutationObserver((records) => {
      for (const { target, addedNodes } of records) {
        for (const node of addedNodes) {
          if (!(node instanceof Element)) continue;
          for (const region of [node, ...node.querySelectorAll(LIVE)])
            if (region.matches(LIVE)) hear(region, region, true);
        }
        const region = (target instanceof Element ? target : target.parentElement)?.closest(LIVE);
        // Removed nodes are not announced.
        const [part] = target instanceof Text ? [target] : addedNodes;
        if (region && (part || region.getAttribute("aria-atomic") !== "false"))
          hear(region, part ?? region, false);
      }
    }).observe(document, { childList: true, subtree: true, characterData: true });
  };
  document.addEventListener("DOMContentLoaded", begin);
}

/** Records what a screen reader says on a journey. */
export class Speech {
  #lines: string[] = [];
  #title = "";

  private constructor(
    private readonly page: Page,
    private readonly session: CDPSession,
    /** Texts that differ from run to run, and their replacements. */
    private readonly changing: [RegExp | string, string][],
  ) {}

  static async of(page: Page, changing: [RegExp | string, string][] = []): Promise<Speech> {
    await page.addInitScript(listen);
    return new Speech(page, await page.context().newCDPSession(page), changing);
  }

  async #tree(): Promise<Map<string, AxNode>> {
    const { nodes } = (await this.session.send("Accessibility.getFullAXTree")) as unknown as {
      nodes: AxNode[];
    };
    return new Map(nodes.map((node) => [node.nodeId, node]));
  }

  /**
   * Records the page without its header and footer, which are the same on every page. With an open dialog, only the
   * dialog.
   */
  async reads(what: string): Promise<void> {
    await this.page.locator("[aria-busy=true]").waitFor({ state: "detached" });
    const tree = await this.#tree();
    const main = [...tree.values()].find(({ role, ignored }) => role?.value === "main" && !ignored);
    const dialog = [...tree.values()].find(({ role, ignored }) => /dialog$/.test(text(role)) && !ignored);
    const part = dialog ?? main;
    if (!part) throw new Error("The page has neither main nor dialog.");
    this.#lines.push(`## ${what}`, ...(await this.#news()), ...linesOf(tree, part), "");
  }

  /** Records the announcements after an action that stays on the page. */
  async hears(what: string): Promise<void> {
    this.#lines.push(`## ${what}`, ...(await this.#news()), "");
  }

  /** Returns a new title, the announcements, and the focused element. */
  async #news(): Promise<string[]> {
    // The page that is left is still there until the next one has come.
    await this.page.locator("[data-busy=true]").waitFor({ state: "detached" });
    const title = await this.page.title();
    const isNew = title !== this.#title;
    this.#title = title;
    const heard = await this.page.evaluate(() =>
      ((window as unknown as { heard?: string[] }).heard ?? []).splice(0),
    );
    const tree = await this.#tree();
    const isFocused = ({ properties = [], role }: AxNode) =>
      text(role) !== "RootWebArea" &&
      properties.some(({ name, value }) => name === "focused" && value.value === true);
    const focus = [...tree.values()].find(isFocused);
    return [
      ...(isNew ? [`title: ${title}`] : []),
      ...heard,
      ...(focus
        ? [`focus: ${sentence(focus, focus.properties?.find(({ name }) => name === "level")?.value.value)}`]
        : []),
    ];
  }

  /** Returns the whole record, without dates, numbers and ids that differ from run to run. */
  text(): string {
    const all = this.#lines.join("\n");
    const lasting = this.changing.reduce((said, [from, to]) => said.replaceAll(from, to), all);
    return (
      lasting
        .replace(/\b(INQ|TX|ORDER)-[0-9A-Z-]+/g, "$1-#")
        .replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, "#")
        .replace(/(?<!(heading|## .*) )\b\d[\d.,:/–-]*/g, "0")
        .replace(/\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*(?= 0)/g, "Month")
        .replace(/(?<=0 )\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*/g, "Month")
        // Day headings of the history change with the date.
        .replace(/^row, 0(?:月0日 \p{L}| Month \p{L}+)\nrow, …\n/gmu, "")
    );
  }
}
