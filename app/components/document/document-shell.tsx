import { type HTMLAttributes, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";

/**
 * The document around a page. The server renders all of it. In the browser React's root is `<div id="app">`, because
 * extensions and translators change head and body, for which React 18 would discard the whole page. There the four
 * components render only their children, or nothing, in the same tree positions, so that `useId` gives the same ids on
 * both sides.
 */
export const APP_ID = "app";

const isServer = import.meta.env.SSR;

export const Html = (isServer ? "html" : HtmlInBrowser) as "html";
export const Head = (isServer ? "head" : HeadInBrowser) as "head";
export const Body = (isServer ? "body" : Within) as "body";
export const AppRoot = (isServer ? "div" : Within) as "div";

function Within({ children }: { children?: ReactNode }) {
  return children;
}

/** Updates the attributes of `<html>` for language and theme; leaves the attributes that others have set. */
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
 * Updates title, meta and links: renders them into a detached element, compares with the previous render, and applies
 * only the differences to the page's head. Leaves the elements that others have added.
 */
function HeadInBrowser({ children }: { children?: ReactNode }) {
  const [copy, setCopy] = useState<HTMLElement>();
  const shown = useRef<{ html: string; elements: Element[] }>();
  // On hydration the head already has the server's elements.
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
