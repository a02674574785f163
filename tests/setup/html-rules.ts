import { HtmlValidate } from "html-validate";

/** The rules of the standard, and those of accessibility; matters of style are the formatter's, and React's. */
const validator = new HtmlValidate({
  root: true,
  extends: ["html-validate:standard", "html-validate:a11y"],
  rules: {
    // Sizes and positions that come from data.
    "no-inline-style": "off",
    // Safari takes the role of a list away with its bullets.
    "no-redundant-role": "off",
    // A part that scrolls sideways is a focusable `div` with a role and a name: no section of the page.
    "prefer-native-element": ["error", { exclude: ["region"] }],
    "valid-id": ["error", { relaxed: true }],
    // React writes `<link rel="preload" as="image">` and boolean attributes its own way.
    "attribute-boolean-style": "off",
    "attribute-empty-style": "off",
    "void-style": "off",
    "require-sri": "off",
    "tel-non-breaking": "off",
    "long-title": "off",
  },
});

/** What html-validate says of a page as the server sent it: a line for each fault, none when it is sound. */
export async function htmlProblems(served: string): Promise<string[]> {
  // The ids that React makes (`:R16b5:`) are valid, but html-validate stumbles over them in its own selectors.
  const plain = served.replace(/:(R\w*):/g, "$1");
  const { results } = await validator.validateString(plain);
  return [
    ...results.flatMap(({ messages }) =>
      messages.map(
        ({ line, column, ruleId, message, selector }) =>
          `${line}:${column} ${ruleId}: ${message} (${selector})`,
      ),
    ),
    ...strayDefaults(served),
  ];
}

/** What is told in words or leads somewhere: html-validate asks whether it is there. */
const told =
  /( (?:title|alt|placeholder|content|value|nonce|href|action|formaction|src|srcset|imagesrcset|datetime|lang|hreflang|data-[\w-]+)=")[^"]+"/gi;

/** What names a part of the page: two of one name are a fault. */
const names = /( aria-label="|<h[1-6]\b[^>]*>)([^"<]+)/g;

/** What words may hold that is wrong by itself: a sign that is not escaped, or an unknown name of one. */
const signs = /&(?!(?:amp|lt|gt|quot|#x27);)[\w#]*;?|>/g;

/**
 * A page without its words: each name is a number, the same one for the same name. Of two pages with the same frame
 * html-validate says the same.
 */
export function frameOf(served: string): string {
  const numbers = new Map<string, number>();
  const numberOf = (name: string) => {
    if (!numbers.has(name)) numbers.set(name, numbers.size);
    return numbers.get(name);
  };
  return (
    served
      // The language that is chosen is another one each time.
      .replaceAll(' aria-current="true"', "")
      .replace(/(<script\b[^>]*>)[^]*?<\/script>/g, "$1</script>")
      .replace(told, '$1…"')
      .replace(names, (_, before: string, name: string) => `${before}${numberOf(name)}`)
      .replace(/>([^<]*[^<\s\d][^<]*)</g, (_, words: string) => `>…${words.match(signs)?.join("") ?? ""}<`)
  );
}

/**
 * Enter in a field presses the first submit button that belongs to its form, wherever in the page it stands. One that
 * sends the form somewhere else is not what Enter is for.
 */
function strayDefaults(served: string): string[] {
  const forms = [...served.matchAll(/<form\b([^>]*)>[^]*?<\/form>/g)];
  const buttons = [...served.matchAll(/<button\b([^>]*)>/g)].filter(([, attributes]) =>
    attributes?.includes('type="submit"'),
  );
  return forms.flatMap((form) => {
    const id = / id="([^"]*)"/.exec(form[1] ?? "")?.[1];
    const isWithin = (at: number) => at > form.index && at < form.index + form[0].length;
    const first = buttons.find(({ 1: attributes = "", index }) => {
      const owner = / form="([^"]*)"/.exec(attributes)?.[1];
      return owner === undefined ? isWithin(index) : owner === id;
    });
    if (!first?.[1]?.includes(" formAction=") && !first?.[1]?.includes(" formaction=")) return [];
    return [`Enter in the form ${id} presses ${first[0]}`];
  });
}
