import { openAreas, type Plan } from "#server/maintenance/plan";
import { sayPlan, wordsOf } from "#server/maintenance/words.server";
import type { Language } from "~/domain/language-tag";
import { brand } from "#server/runtime/brand";

/** Colours and letters of the brand; the page loads no style sheet and no script. */
const colours = Object.entries(brand.errorPage)
  .map(([name, value]) => `--${name}: ${value};`)
  .join(" ");

const STYLE = `
:root { ${colours} color-scheme: dark; }
* { box-sizing: border-box; }
html { min-height: 100%; background: var(--ground); color: var(--text); }
body { position: relative; isolation: isolate; overflow: hidden; margin: 0; min-height: 100vh; display: grid; grid-template-columns: minmax(0, 1fr); align-content: center; justify-items: start; gap: 1rem; padding: 3rem clamp(1.25rem, 8vw, 8rem) 15rem; background: var(--sky); font: 400 1.0625rem/1.8 var(--font); overflow-wrap: anywhere; }
.stars { position: absolute; z-index: -2; inset: 0; width: 100%; height: 100%; object-fit: cover; }
.art { position: absolute; z-index: -1; right: 0; bottom: 0; width: max(100%, 64rem); height: auto; }
.brand { margin: 0; color: var(--accent); font-weight: 700; letter-spacing: 0.08em; }
h1 { margin: 0; max-width: 24ch; font-size: clamp(1.5rem, 0.9rem + 2.6vw, 3rem); line-height: 1.35; text-wrap: balance; word-break: auto-phrase; }
p { text-wrap: pretty; word-break: auto-phrase; }
html:is(:lang(ko), :lang(zh)) h1, html:lang(ko) p { word-break: keep-all; }
h2 { margin: 1rem 0 0; font-size: 1.0625rem; }
p { margin: 0; max-width: 40rem; }
ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; margin: 0; padding: 0; list-style: none; }
li a { display: inline-block; padding: 0.5rem 0; color: var(--text); }
.again { display: inline-flex; align-items: center; min-height: 2.75rem; margin-top: 0.5rem; padding: 0 1.5rem; border-radius: var(--radius); background: var(--action); color: var(--on-action); font-weight: 700; text-decoration: none; }
@media (min-width: 64rem) { body { padding-bottom: 3rem; } }
a:hover { color: var(--accent); } .again:hover { background: var(--accent); color: var(--on-action); }
a:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; }`;

/** First page of each area that may stay open. */
const addresses = { store: "/store", accounts: "/my-page", dao: "/dao", support: "/support" } as const;

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Address of the same page; only the site's own, because "//host" would be another site. */
const hereOf = (here: string) => (/^\/(?![/\\])/.test(here) ? here : "/");

/** @param here path and query of the request; `isRunning` false for the details of a plan that has not begun */
export function maintenancePage(
  plan: Plan,
  lng: Language,
  { here, isRunning }: { here: string; isRunning: boolean },
): string {
  const say = wordsOf(lng);
  const { planned, plannedText, title, text, own } = sayPlan(plan, lng);
  const heading = isRunning ? title : planned;
  const closesStore = plan.areas === "all" || plan.areas.includes("store");
  const paragraphs = [
    isRunning ? text : plannedText,
    own,
    ...(isRunning && closesStore ? [say.running.money, say.works.payments] : []),
  ].filter((one) => one !== "");
  const open = openAreas(plan).map(
    (area) => `<li><a href="${addresses[area]}">${escaped(say.areas[area])}</a></li>`,
  );
  const works =
    isRunning && open.length > 0 ? `<h2>${say.works.title}</h2>\n<ul>${open.join("\n")}</ul>` : "";
  const isDetails = here.startsWith("/maintenance");
  const again =
    isRunning && !isDetails
      ? `<a class="again" href="${escaped(hereOf(here))}">${say.again}</a>`
      : `<a class="again" href="/">${say.home}</a>`;
  return `<!doctype html>
<html lang="${lng === "zh" ? "zh-Hans" : lng}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(heading)} | ${brand.brand[lng]}</title>
<style>${STYLE}</style>
</head>
<body>
<img class="stars" src="/art/stars.svg" alt="">
<img class="art" src="/art/heads/trouble.svg" width="1600" height="400" alt="">
<p class="brand">${brand.brand[lng]}</p>
<h1>${escaped(heading)}</h1>
${paragraphs.map((one) => `<p>${escaped(one)}</p>`).join("\n")}
${works}
${again}
</body>
</html>
`;
}
