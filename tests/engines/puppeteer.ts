/** Drives Chromium and Firefox with puppeteer: WebDriver BiDi for Firefox, the DevTools protocol for Chromium. */
import {
  type BrowserContext,
  type ElementHandle,
  type Frame,
  launch,
  type LaunchOptions,
  type Page,
} from "puppeteer-core";
import { chromiumFlags, findChromium } from "../kit/browser/chromium";
import type { Driver, Engine, Handle } from "./driver";

const VIEWPORT = { width: 1280, height: 800 };
/**
 * Firefox reports a font as failed when its page is left while it loads (0x804B0002, NS_BINDING_ABORTED). A missing
 * or refused font has another status.
 */
const FONT_LEFT = /^Error: downloadable font: download failed .*status=2152398850 /;

export class PuppeteerDriver implements Driver {
  #problems: string[] = [];
  #context: BrowserContext | undefined;
  #page: Page | undefined;
  #frame: Frame | undefined;

  constructor(
    readonly browser: Awaited<ReturnType<typeof launch>>,
    readonly scripts: boolean,
  ) {}

  async forget(): Promise<void> {
    await this.#context?.close();
    this.#context = await this.browser.createBrowserContext();
    this.#page = await this.#context.newPage();
    await this.#page.setViewport(VIEWPORT);
    this.#frame = undefined;
    this.#page.on("pageerror", (error) => {
      if (!FONT_LEFT.test(String(error))) this.#problems.push(String(error));
    });
    this.#page.on("console", (message) => {
      // Engines word the console message of a 4xx response differently. The journeys check what the page shows
      // instead.
      if (message.type() === "error" && !/status of 4\d\d/.test(message.text()))
        this.#problems.push(message.text());
    });
  }

  get page(): Page {
    if (!this.#page) throw new Error("forget() opens the first page");
    return this.#page;
  }

  async open(url: string): Promise<void> {
    this.#frame = undefined;
    await this.page.goto(url, { waitUntil: "load" });
  }

  url = (): Promise<string> => Promise.resolve(this.page.url());

  evaluate<Result>(expression: string): Promise<Result> {
    return this.#here().evaluate(expression) as Promise<Result>;
  }

  async element(expression: string): Promise<Handle | null> {
    return (await this.#here().evaluateHandle(expression)).asElement();
  }

  async click(element: Handle): Promise<void> {
    const target = element as ElementHandle;
    if (this.scripts) return target.click();
    // puppeteer's click waits for an IntersectionObserver callback, which never runs with scripts disabled.
    const [x, y] = (await target.evaluate((seen) => {
      seen.scrollIntoView({ block: "center", behavior: "instant" });
      const { left, top, width, height } = seen.getBoundingClientRect();
      return [left + width / 2, top + height / 2];
    })) as [number, number];
    await this.page.mouse.click(x, y);
  }

  type = (element: Handle, text: string) => (element as ElementHandle).type(text);

  async choose(list: Handle, option: string): Promise<void> {
    const select = list as ElementHandle<HTMLSelectElement>;
    const value = await select.evaluate(
      (element, text) => [...element.options].find((one) => one.text === text)?.value,
      option,
    );
    if (value === undefined) throw new Error(`the list has no ${option}`);
    await select.select(value);
  }

  attach = (input: Handle, path: string) => (input as ElementHandle<HTMLInputElement>).uploadFile(path);

  async enterFrame(frame: Handle): Promise<void> {
    const inner = await (frame as ElementHandle<HTMLIFrameElement>).contentFrame();
    if (!inner) throw new Error("the frame has no document");
    this.#frame = inner;
  }

  leaveFrame(): Promise<void> {
    this.#frame = undefined;
    return Promise.resolve();
  }

  problems = () => this.#problems.splice(0);
  close = () => this.browser.close();

  #here = () => this.#frame ?? this.page.mainFrame();
}

async function start(options: LaunchOptions, scripts = true): Promise<Driver> {
  const driver = new PuppeteerDriver(await launch({ headless: true, ...options }), scripts);
  await driver.forget();
  return driver;
}

export const chromium: Engine = {
  name: "Chromium",
  scripts: true,
  start: () => start({ executablePath: findChromium() ?? "chromium", args: chromiumFlags }),
};

/** The full Chromium: the headless shell has no back/forward cache. */
export const wholeChromium: Engine = {
  name: "Chromium",
  scripts: true,
  start: () =>
    start({ executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium", args: chromiumFlags }),
};

const firefoxOf = (scripts: boolean) => () =>
  start(
    {
      browser: "firefox",
      executablePath: process.env["FIREFOX_PATH"] ?? "/usr/bin/firefox-esr",
      extraPrefsFirefox: {
        "javascript.enabled": scripts,
        "intl.accept_languages": "ja",
        "ui.prefersReducedMotion": 1,
      },
    },
    scripts,
  );

export const firefox: Engine = { name: "Firefox", scripts: true, start: firefoxOf(true) };
export const firefoxWithoutScripts: Engine = {
  name: "Firefox without scripts",
  scripts: false,
  start: firefoxOf(false),
};
