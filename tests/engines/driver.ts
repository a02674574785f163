/** What a journey needs of a browser, whichever engine it is and however it is driven. */

/** An element of the page, as its driver knows it. */
export type Handle = unknown;

export interface Driver {
  open(url: string): Promise<void>;
  url(): Promise<string>;
  /** Works an expression out in the page. @returns its value, as JSON */
  evaluate<Result>(expression: string): Promise<Result>;
  /** The same where the value is an element, or null. */
  element(expression: string): Promise<Handle | null>;
  /** With a real pointer, where the element is. */
  click(element: Handle): Promise<void>;
  /** With real keys, behind what is there. */
  type(element: Handle, text: string): Promise<void>;
  /** Chooses the option of a list that has this text. */
  choose(list: Handle, option: string): Promise<void>;
  attach(input: Handle, path: string): Promise<void>;
  /** What follows is asked of a frame, until `leaveFrame`. */
  enterFrame(frame: Handle): Promise<void>;
  leaveFrame(): Promise<void>;
  /** Forgets cookies, and what pages have kept. */
  forget(): Promise<void>;
  /** Errors that pages have written or thrown since the last call, as far as the driver can hear them. */
  problems(): string[];
  close(): Promise<void>;
}

export interface Engine {
  name: string;
  /** Whether pages run scripts. */
  scripts: boolean;
  start(): Promise<Driver>;
}
