import { HtmlValidate } from "html-validate";

/** Rules of the HTML standard and accessibility. Style is left to the formatter and React. */
const validator = new HtmlValidate({
  root: true,
  extends: ["html-validate:standard", "html-validate:a11y"],
  rules: {
    // Some sizes and positions depend on data.
    "no-inline-style": "off",
    // Safari drops the role of a list without bullets.
    "no-redundant-role": "off",
    // A horizontally scrolling part is a focusable `div` with a role and name, but not a section of the page.
    "prefer-native-element": ["error", { exclude: ["region"] }],
    "valid-id": ["error", { relaxed: true }],
    // React formats `<link rel="preload" as="image">` and boolean attributes differently.
    "attribute-boolean-style": "off",
    "attribute-empty-style": "off",
    "void-style": "off",
    "require-sri": "off",
    "tel-non-breaking": "off",
    "long-title": "off",
  },
});

/** Returns html-validate's messages for a page as sent by the server, one line per fault. */
export async function htmlProblems(served: string): Promise<string[]> {
  // React's ids (`:R16b5:`) are valid, but break html-validate's own selectors.
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

/** Attributes with texts or URLs. html-validate only checks that they are not empty. */
const told =
  /( (?:title|alt|placeholder|content|value|nonce|href|action|formaction|src|srcset|imagesrcset|datetime|lang|hreflang|data-[\w-]+)=")[^"]+"/gi;

/** Names of the page's parts: duplicates are a fault. */
const names = /( aria-label="|<h[1-6]\b[^>]*>)([^"<]+)/g;

/** Characters in texts that are faults by themselves: unescaped ones and unknown entities. */
const signs = /&(?!(?:amp|lt|gt|quot|#x27);)[\w#]*;?|>/g;

/**
 * Replaces the texts of a page, and each distinct name by a number. html-validate reports the same for two pages with
 * the same result.
 */
export function frameOf(served: string): string {
  const numbers = new Map<string, number>();
  const numberOf = (name: string) => {
    if (!numbers.has(name)) numbers.set(name, numbers.size);
    return numbers.get(name);
  };
  return (
    served
      // The marker of the current language differs in each language.
      .replaceAll(' aria-current="true"', "")
      .replace(/(<script\b[^>]*>)[^]*?<\/script>/g, "$1</script>")
      .replace(told, '$1…"')
      .replace(names, (_, before: string, name: string) => `${before}${numberOf(name)}`)
      .replace(/>([^<]*[^<\s\d][^<]*)</g, (_, words: string) => `>…${words.match(signs)?.join("") ?? ""}<`)
  );
}

/**
 * Reports forms whose default button has a `formaction`. Enter in a field presses the first submit button of the
 * form, wherever it is in the page, and must submit the form to its own action.
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
