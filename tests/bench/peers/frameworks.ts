/** The peers: the same pages in other frameworks, as files to install and build. Pages have texts, no styles. */
import { type Dialect, Texts, write } from "./dialects";
import { type HistoryTable, historyTable } from "./history-rows";
import { bodyOf, type Element, find, type TreeNode } from "./page-tree";

export interface Peer {
  name: string;
  folder: string;
  dependencies: Record<string, string>;
  /** Program of `node_modules/.bin` that builds it, and its arguments. */
  build: [program: string, ...args: string[]];
  /** File that Node runs; it listens on 127.0.0.1:PORT. */
  start: string;
  files: Record<string, string>;
}

const PARTS = ["Header", "Main", "Footer"] as const;
type Part = (typeof PARTS)[number];

interface Template {
  name: string;
  title: string;
  texts: Texts;
  table: HistoryTable | undefined;
  /** Writes the page's body, in which a part is a component. */
  body: (dialect: Dialect) => string;
  part: (name: Part, dialect: Dialect) => string;
  parts: Part[];
}

/** Loop over the rows of the history, within the table. */
const loops: Record<Dialect, (start: string) => string> = {
  react: (start) =>
    `{groups.map((rows, i) => <${start} key={i}>{rows.map((row, j) => <Row key={j} kind={row.kind} t={row.t}/>)}</tbody>)}`,
  svelte: (start) =>
    `{#each groups as rows}<${start}>{#each rows as row}<Row {...row}/>{/each}</tbody>{/each}`,
  astro: (start) => `{groups.map((rows) => <${start}>{rows.map((row) => <Row {...row}/>)}</tbody>)}`,
};

function templateOf(name: string, html: string): Template {
  const { title, body } = bodyOf(html);
  const texts = new Texts();
  const elements = new Map<Part, Element>();
  for (const part of PARTS) {
    const element = find(body, (each) => each.name === part.toLowerCase());
    if (element) elements.set(part, element);
  }
  const table = name === "history" ? historyTable(body) : undefined;
  const data = table ? " groups={groups}" : "";
  const tags = new Map([...elements].map(([part, element]) => [element, `<${part} t={t}${data}/>`]));
  const rowsOf = (dialect: Dialect): Map<Element, string> => {
    const [first, ...others] = table?.bodies ?? [];
    if (!first) return new Map();
    const [start = ""] = write({ ...first, children: [] }, dialect, texts)
      .slice(1)
      .split("></tbody>");
    return new Map([[first, loops[dialect](start)], ...others.map((each) => [each, ""] as const)]);
  };
  const all = (nodes: TreeNode[], dialect: Dialect, replaced: Map<Element, string>) =>
    nodes.map((node) => write(node, dialect, texts, replaced)).join("");
  return {
    ...{ name, title, texts, table, parts: [...elements.keys()] },
    body: (dialect) => all(body, dialect, tags),
    part: (part, dialect) => all([elements.get(part) as Element], dialect, rowsOf(dialect)),
  };
}

function reactPage({ table, parts, part, body }: Template): string {
  const props = table ? "{ t, groups }" : "{ t }";
  const rows = table?.templates("react").map((row) => `({ t }) => ${row}`) ?? [];
  return [
    ...(table ? [`const templates = [${rows.join(", ")}];`] : []),
    ...(table ? ["const Row = ({ kind, t }) => { const One = templates[kind]; return <One t={t}/>; };"] : []),
    ...parts.map((name) => `const ${name} = (${props}) => ${part(name, "react")};`),
    `export const Body = (${props}) => <>${body("react")}</>;\n`,
  ].join("\n");
}

/** Call it when all templates are written: they collect the texts. */
const textsFile = ({ texts, title }: Template) =>
  `export const t = ${JSON.stringify(texts.all)};\nexport const title = ${JSON.stringify(title)};\n`;
const rowsFile = ({ table }: Template) => `export const groups = ${JSON.stringify(table?.rows ?? [])};\n`;

const HEAD = '<meta charset="utf-8"/><meta name="viewport" content="width=device-width, initial-scale=1"/>';
const HEAD_JSX = HEAD.replace("charset", "charSet");

function reactFiles(templates: Template[], folder: string): Record<string, string> {
  return Object.fromEntries(
    templates.flatMap((template) => [
      [`${folder}/${template.name}.jsx`, reactPage(template)],
      [`${folder}/${template.name}.texts.js`, textsFile(template)],
      [`${folder}/${template.name}.rows.js`, rowsFile(template)],
    ]),
  );
}

function react18(templates: Template[]): Peer {
  const imports = templates.map(
    ({ name }, i) => `import { Body as Body${i} } from "./${name}.jsx";
import { t as t${i}, title as title${i} } from "./${name}.texts.js";
import { groups as groups${i} } from "./${name}.rows.js";`,
  );
  const pages = templates.map(
    ({ name }, i) =>
      `"/${name}": () => <Document title={title${i}}><Body${i} t={t${i}} groups={groups${i}}/></Document>`,
  );
  const server = `import { createServer } from "node:http";
import { renderToString } from "react-dom/server";
${imports.join("\n")}
const Document = ({ title, children }) =>
  <html lang="ja"><head>${HEAD_JSX}<title>{title}</title></head><body>{children}</body></html>;
const pages = { ${pages.join(", ")} };
createServer((request, response) => {
  const page = pages[request.url.split("?")[0]];
  if (!page) return response.writeHead(404).end();
  const html = "<!DOCTYPE html>" + renderToString(page());
  response.writeHead(200, { "Content-Type": "text/html; charset=utf-8", "Content-Length": Buffer.byteLength(html) }).end(html);
}).listen(Number(process.env.PORT), "127.0.0.1");
`;
  const options = ["--bundle", "--platform=node", "--format=cjs", "--jsx=automatic", "--minify"];
  return {
    ...{ name: "React 18's renderToString", folder: "react18", start: "build/server.cjs" },
    dependencies: { react: "18.3.1", "react-dom": "18.3.1", esbuild: "^0.25.0" },
    build: [
      ...(["esbuild", "src/server.jsx", ...options] as const),
      '--define:process.env.NODE_ENV="production"',
      "--outfile=build/server.cjs",
    ],
    files: { ...reactFiles(templates, "src"), "src/server.jsx": server },
  };
}

function reactRouter(templates: Template[]): Peer {
  const pages = templates.map(({ name }) => [
    `app/routes/${name}.jsx`,
    `import { Body } from "../pages/${name}.jsx";
import { t, title } from "../pages/${name}.texts.js";
import { groups } from "../pages/${name}.rows.js";
export const meta = () => [{ title }];
export const loader = () => ({ groups });
export default function Page({ loaderData }) { return <Body t={t} groups={loaderData.groups}/>; }
`,
  ]);
  const routes = templates.map(({ name }) => `route("${name}", "routes/${name}.jsx")`);
  return {
    ...{ name: "React Router 7", folder: "react-router", start: "server.mjs" },
    dependencies: {
      ...{ "@react-router/dev": "7.18.4", "@react-router/express": "7.18.4", "@react-router/node": "7.18.4" },
      ...{ "@react-router/serve": "7.18.4", "react-router": "7.18.4", isbot: "^5", express: "5.3.0" },
      ...{ react: "^19", "react-dom": "^19", vite: "7.3.8" },
    },
    build: ["react-router", "build"],
    files: {
      ...reactFiles(templates, "app/pages"),
      ...(Object.fromEntries(pages) as Record<string, string>),
      "app/routes.js": `import { route } from "@react-router/dev/routes";\nexport default [${routes.join(", ")}];\n`,
      "app/root.jsx": `import { Links, Meta, Outlet, Scripts, ScrollRestoration } from "react-router";
export default function App() {
  return <html lang="ja"><head>${HEAD_JSX}<Meta/><Links/></head><body><Outlet/><ScrollRestoration/><Scripts/></body></html>;
}
`,
      "react-router.config.js": "export default { ssr: true };\n",
      "vite.config.js":
        'import { reactRouter } from "@react-router/dev/vite";\nexport default { plugins: [reactRouter()] };\n',
      "server.mjs": `import express from "express";
import { createRequestHandler } from "@react-router/express";
import * as build from "./build/server/index.js";
const app = express();
app.use(express.static("build/client", { index: false }));
app.all(/.*/, createRequestHandler({ build, mode: "production" }));
app.listen(Number(process.env.PORT), "127.0.0.1");
`,
    },
  };
}

function svelteKit(templates: Template[]): Peer {
  const files: Record<string, string> = {
    "svelte.config.js":
      'import adapter from "@sveltejs/adapter-node";\nexport default { kit: { adapter: adapter() } };\n',
    "vite.config.js":
      'import { sveltekit } from "@sveltejs/kit/vite";\nexport default { plugins: [sveltekit()] };\n',
    "src/app.html": `<!doctype html><html lang="ja"><head>${HEAD}%sveltekit.head%</head><body><div style="display: contents">%sveltekit.body%</div></body></html>\n`,
  };
  for (const template of templates) {
    const { name, table, parts, part, body } = template;
    const lib = `src/lib/${name}`;
    for (const each of parts) {
      const code = part(each, "svelte");
      files[`${lib}/${each}.svelte`] =
        `<script>\n${table ? 'import Row from "./Row.svelte";\n' : ""}let { t, groups } = $props();\n</script>\n${code}\n`;
    }
    const rows = table?.templates("svelte").map((row, i) => `{#if kind === ${i}}${row}{/if}`) ?? [];
    if (table)
      files[`${lib}/Row.svelte`] = `<script>\nlet { kind, t } = $props();\n</script>\n${rows.join("")}`;
    const imports = parts.map((each) => `import ${each} from "$lib/${name}/${each}.svelte";`);
    const code = body("svelte");
    files[`${lib}/texts.js`] = textsFile(template);
    files[`${lib}/rows.server.js`] = rowsFile(template);
    files[`src/routes/${name}/+page.server.js`] =
      `import { groups } from "$lib/${name}/rows.server.js";\nexport const load = () => ({ groups });\n`;
    files[`src/routes/${name}/+page.svelte`] = `<script>\n${imports.join("\n")}
import { t, title } from "$lib/${name}/texts.js";
let { data } = $props();
const groups = $derived(data.groups);
</script>\n<svelte:head><title>{title}</title></svelte:head>\n${code}\n`;
  }
  return {
    ...{ name: "SvelteKit 2", folder: "sveltekit", start: "build/index.js", files },
    dependencies: {
      ...{ "@sveltejs/kit": "2.70.4", "@sveltejs/adapter-node": "5.5.7", svelte: "^5", vite: "7.3.8" },
      ...{ "@sveltejs/vite-plugin-svelte": "6.2.4" },
    },
    build: ["vite", "build"],
  };
}

function astro(templates: Template[]): Peer {
  const files: Record<string, string> = {
    "astro.config.mjs":
      'import node from "@astrojs/node";\nexport default { output: "server", adapter: node({ mode: "standalone" }) };\n',
  };
  for (const template of templates) {
    const { name, table, parts, part, body } = template;
    const folder = `src/components/${name}`;
    for (const each of parts) {
      const imports = table ? 'import Row from "./Row.astro";\n' : "";
      files[`${folder}/${each}.astro`] =
        `---\n${imports}const { t, groups } = Astro.props;\n---\n${part(each, "astro")}\n`;
    }
    const rows = table?.templates("astro").map((row, i) => `{kind === ${i} && ${row}}`) ?? [];
    if (table)
      files[`${folder}/Row.astro`] = `---\nconst { kind, t } = Astro.props;\n---\n${rows.join("")}\n`;
    const imports = parts.map((each) => `import ${each} from "../components/${name}/${each}.astro";`);
    const code = body("astro");
    files[`${folder}/texts.js`] = textsFile(template);
    files[`${folder}/rows.js`] = rowsFile(template);
    files[`src/pages/${name}.astro`] = `---\n${imports.join("\n")}
import { t, title } from "../components/${name}/texts.js";
import { groups } from "../components/${name}/rows.js";
---
<!doctype html><html lang="ja"><head>${HEAD}<title>{title}</title></head><body>${code}</body></html>\n`;
  }
  return {
    ...{ name: "Astro 5", folder: "astro", start: "dist/server/entry.mjs", files },
    dependencies: { astro: "5.18.2", "@astrojs/node": "9.5.5" },
    build: ["astro", "build"],
  };
}

/** Writes the peers for these pages of the site. @param pages HTML by name; `history` has a table */
export function peersOf(pages: Record<string, string>): Peer[] {
  const fresh = () => Object.entries(pages).map(([name, html]) => templateOf(name, html));
  return [react18(fresh()), svelteKit(fresh()), astro(fresh()), reactRouter(fresh())];
}
