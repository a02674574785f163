/**
 * Simulates the most common browser extensions and translators, as visible to the page. Init script
 * (`addInitScript`).
 */
export function extensionFakes(): void {
  const add = (parent: Element, tag: string, attributes: Record<string, string>, text = "") => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.textContent = text;
    element.setAttribute("data-foreign", "");
    parent.append(element);
    return element;
  };
  // Dark Reader: before other content exists.
  const first = new MutationObserver(() => {
    if (!document.head) return;
    first.disconnect();
    document.documentElement.setAttribute("data-darkreader-mode", "dynamic");
    add(document.head, "style", { class: "darkreader darkreader--fallback" }, "html { --darkreader: 1 }");
  });
  first.observe(document, { childList: true, subtree: true });

  document.addEventListener("DOMContentLoaded", () => {
    const { body, head, documentElement: html } = document;
    add(head, "style", { class: "darkreader darkreader--text" }, "html { --darkreader-text: 1 }");
    for (const styled of document.querySelectorAll("[style]"))
      styled.setAttribute("data-darkreader-inline-color", "");
    // An ad blocker, and an extension's script at the start of the head.
    head.prepend(add(head, "style", { id: "blocked" }, ".adsbox { display: none }"));
    head.prepend(add(head, "script", { type: "text/plain" }));
    // Grammarly and ColorZilla.
    body.setAttribute("data-new-gr-c-s-check-loaded", "14.1");
    body.setAttribute("data-gr-ext-installed", "");
    body.setAttribute("cz-shortcut-listen", "true");
    add(html, "grammarly-desktop-integration", { "data-grammarly-shadow-root": "true" });
    for (const area of document.querySelectorAll("textarea"))
      area.after(add(body, "grammarly-extension", {}));
    // Honey at the start of the body, 1Password at its end.
    body.prepend(add(body, "div", { id: "honey" }));
    add(body, "com-1password-button", {});
    // LastPass, Dashlane and form fillers.
    for (const field of document.querySelectorAll("input:not([type=hidden])")) {
      field.setAttribute("data-dashlane-rid", "1");
      field.setAttribute("data-1p-ignore", "");
      field.after(add(body, "div", { "data-lastpass-icon-root": "" }));
    }
    for (const button of document.querySelectorAll("button")) button.setAttribute("fdprocessedid", "x");
  });
}

/** A translator: replaces every text of the page's main part, most wrapped in `<font>`, some in place. */
export function translate(): void {
  const walker = document.createTreeWalker(
    document.querySelector("main") ?? document.body,
    NodeFilter.SHOW_TEXT,
  );
  const texts: Text[] = [];
  while (walker.nextNode()) {
    const text = walker.currentNode as Text;
    const holder = text.parentElement;
    if (text.data.trim() && !holder?.closest("script, style, noscript, textarea, select, svg, font"))
      texts.push(text);
  }
  texts.forEach((text, index) => {
    if (index % 5 === 4) {
      text.data = `«${text.data}»`;
      return;
    }
    const [outer, inner] = [document.createElement("font"), document.createElement("font")];
    inner.textContent = `«${text.data}»`;
    outer.append(inner);
    // Translators replace text nodes in either way.
    if (index % 2) text.replaceWith(outer);
    else {
      text.before(outer);
      text.remove();
    }
  });
  document.documentElement.classList.add("translated-ltr");
}
