/**
 * The project's own oxlint rules (.oxlintrc.json), as an ESLint plugin.
 */

import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { testRules } from "./test-rules.js";

const root = resolve(import.meta.dirname, "../..");
const FROM = ["ImportDeclaration", "ExportNamedDeclaration", "ExportAllDeclaration", "ImportExpression"];

/** Endings that Vite and TypeScript try for an import. */
const ENDINGS = ["", ".ts", ".tsx", ".js", ".json", "/index.ts", "/index.tsx"];

/** Returns the path of an imported file of this project; undefined for packages and build output. */
function importedPath(from, to) {
  if (typeof to !== "string" || /[?]|\/build\//.test(to)) return undefined;
  if (/^[.]{1,2}(\/|$)/.test(to)) return resolve(dirname(from), to);
  if (to.startsWith("~/")) return resolve(root, "app", to.slice("~/".length));
  if (to.startsWith("#server/")) return resolve(root, "server", to.slice("#server/".length));
  return undefined;
}

/** Creates a rule that reports the nodes that `wrongIn` returns for each node of the given kinds. */
const rule = (message, kinds, wrongIn) => ({
  meta: { type: "problem", messages: { wrong: message }, schema: [] },
  create: (context) => {
    const visit = (node) => {
      for (const wrong of wrongIn(node, context)) context.report({ node: wrong, messageId: "wrong" });
    };
    return Object.fromEntries(kinds.map((kind) => [kind, visit]));
  },
});

/** Returns whether an import (or export from) has only types. */
const isOfTypes = ({ importKind, exportKind, specifiers }) =>
  importKind === "type" ||
  exportKind === "type" ||
  (specifiers?.length > 0 &&
    specifiers.every((each) => each.importKind === "type" || each.exportKind === "type"));

/** Finds a JSX attribute by name; spreads do not match. */
const attribute = ({ attributes }, wanted) => attributes.find(({ name }) => name?.name === wanted);
const CONTROLS = /^(input|select|textarea|form|Form|PageForm)$/;
const VALUES = /^(value|checked|selectedIndex|defaultValue|defaultChecked)$/;

/** Code that may change or remove a control while the visitor is using it (docs/forms.md). */
const valueChanges = {
  AssignmentExpression: ({ left }) =>
    left.type === "MemberExpression" && VALUES.test(left.property.name) ? [left] : [],
  CallExpression: ({ callee }) => (/^(reset|setRangeText)$/.test(callee.property?.name) ? [callee] : []),
  JSXOpeningElement: (element) => {
    if (!CONTROLS.test(element.name.name)) return [];
    const isFixed = attribute(element, "readOnly") || attribute(element, "type")?.value?.value === "hidden";
    return ["key", ...(isFixed ? [] : ["defaultValue", "defaultChecked"])].flatMap((name) => {
      const found = attribute(element, name);
      const isOfHidden = name === "key" && isFixed;
      return found && !isOfHidden && found.value?.type !== "Literal" ? [found] : [];
    });
  },
};

export default {
  meta: { name: "soria" },
  rules: {
    ...testRules,
    // TypeScript checks only modules that TypeScript files import, knip only packages.
    "import-exists": rule("There is no such file.", FROM, ({ source }, { filename }) => {
      const path = importedPath(filename, source?.value);
      return path === undefined || ENDINGS.some((ending) => existsSync(path + ending)) ? [] : [source];
    }),
    // The return value of scrollIntoView and similar functions differs by browser, and React would call it as the
    // clean-up.
    "effect-returns-nothing": rule(
      "An effect returns nothing, or its clean-up as a function of its own: write braces.",
      ["CallExpression"],
      ({ callee, arguments: [effect] }) =>
        /^use(Layout)?Effect$/.test(callee.name) &&
        effect?.type === "ArrowFunctionExpression" &&
        !["BlockStatement", "ArrowFunctionExpression"].includes(effect.body.type)
          ? [effect]
          : [],
    ),
    "server-import-named-server": rule(
      "What the app imports from server/ ends in .server.ts, so that the build refuses it in the browser.",
      FROM,
      (node) =>
        /^#server\/(?!errors\/|wire\/codes$).*(?<!\.server)$/.test(node.source?.value) && !isOfTypes(node)
          ? [node]
          : [],
    ),
    // Tests move the clock of the site and its sandbox; `new Date()` would ignore that.
    "clock-module": rule(
      "Take the time of day from server/runtime/clock.server.ts, and measure a duration with performance.now().",
      ["MemberExpression", "NewExpression"],
      (node) =>
        (node.type === "NewExpression" && node.callee.name === "Date" && node.arguments.length === 0) ||
        (node.object?.name === "Date" && node.property.name === "now")
          ? [node]
          : [],
    ),
    "field-in-use": rule(
      "It may change a control that a visitor is in. Take components/document/controls.ts or useFollowedValue.",
      Object.keys(valueChanges),
      (node) => valueChanges[node.type](node),
    ),
    "no-css-class-locator": rule(
      "A browser test finds things by role, label or text, never by a CSS class.",
      ["CallExpression"],
      ({ callee, arguments: args }) =>
        /^(locator|frameLocator)$/.test(callee.property?.name)
          ? args.filter(({ type, value }) => type === "Literal" && /(^|[\s>+~(,\w])\.[a-z]/.test(value))
          : [],
    ),
  },
};
