import { type HTMLAttributes, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";

/**
 * The document around a page. The server renders all of it; in the browser React holds only what stands in
 * `<div id="app">`: extensions and translators put their own into head and body, and set attributes there, and React 18
 * would throw the whole page away for it. There the four parts render what is within them, or nothing, with children
 * in the same places, so that ids (`useId`) are the same on both sides.
 */
export const APP_ID = "app";

const isServer = import.meta.env.SSR;

export const Html = (isServer ? "html" : HtmlInBrowser) as "html";
export const Head = (isServer ? "head" : HeadInBrowser) as "head";
export const Body = (isServer ? "body" : Within) as "body";
/** Give it `id={APP_ID}`. */
export const AppRoot = (isServer ? "div" : Within) as "div";

function Within({ children }: { children?: ReactNode }) {
  return children;
}

/** The attributes of `<html>` follow the page's language and theme; those of others stay. */
function HtmlInBrowser({ children, ...attributes }: HTMLAttributes<HTMLHtmlElement>) {
  const shown = useRef<object>(attributes);
  useLayoutEffect(() => {
    const [before, now] = [new Map(Object.entries(shown.current)), new Map(Object.entries(attributes))];
    shown.current = attributes;
    for (const name of [...before.keys(), ...now.keys()]) {
      const value: unknown = now.get(name);
      if (value === before.get(name)) continue;
      if (value === undefined) document.documentElement.removeAttribute(name);
      else document.documentElement.setAttribute(name, String(value));
    }
  });
  return children;
}

/**
 * Title, meta and links follow the page: they are rendered into an element that is in no document, and what has changed
 * there since the last time is changed in the page's head, where everything else stays as others have left it.
 */
function HeadInBrowser({ children }: { children?: ReactNode }) {
  const [copy, setCopy] = useState<HTMLElement>();
  const shown = useRef<{ html: string; elements: Element[] }>();
  // The first time is when the page is taken over: the server's head is there.
  useEffect(() => {
    setCopy(document.createElement("head"));
  }, []);
  useLayoutEffect(() => {
    if (!copy || copy.innerHTML === shown.current?.html) return;
    const before = shown.current?.elements;
    const elements = [...copy.children].map((element) => element.cloneNode(true) as Element);
    shown.current = { html: copy.innerHTML, elements };
    if (!before) return;
    for (const old of before.filter(missingIn(elements))) {
      if (!(old instanceof HTMLTitleElement)) [...document.head.children].find(equalTo(old))?.remove();
    }
    for (const element of elements.filter(missingIn(before))) {
      if (element instanceof HTMLTitleElement) document.title = element.text;
      else document.head.append(element.cloneNode(true));
    }
  });
  return copy ? createPortal(children, copy) : null;
}

const equalTo = (one: Element) => (other: Element) => one.isEqualNode(other);
const missingIn = (others: Element[]) => (one: Element) => !others.some(equalTo(one));
