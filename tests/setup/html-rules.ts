import { HtmlValidate } from "html-validate";

/** The rules of the standard, and those of accessibility; matters of style are prettier's, and React's. */
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
