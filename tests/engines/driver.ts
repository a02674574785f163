/** Browser operations that the journeys need, independent of engine and protocol. */

/** An element of the page, in the driver's own representation. */
export type Handle = unknown;

export interface Driver {
  open(url: string): Promise<void>;
  url(): Promise<string>;
  /**
   * Evaluates an expression in the page.
   * @returns its value, as JSON
   */
  evaluate<Result>(expression: string): Promise<Result>;
  /** Evaluates an expression whose value is an element or null. */
  element(expression: string): Promise<Handle | null>;
  /** Clicks with a real pointer at the element's position. */
  click(element: Handle): Promise<void>;
  /** Types with real keys, after the existing text. */
  type(element: Handle, text: string): Promise<void>;
  /** Chooses the option of a select list by its text. */
  choose(list: Handle, option: string): Promise<void>;
  attach(input: Handle, path: string): Promise<void>;
  /** Directs further calls to a frame, until `leaveFrame`. */
  enterFrame(frame: Handle): Promise<void>;
  leaveFrame(): Promise<void>;
  /** Clears cookies and the pages' storage. */
  forget(): Promise<void>;
  /** Returns errors logged or thrown by pages since the last call, as far as the protocol reports them. */
  problems(): string[];
  close(): Promise<void>;
}

export interface Engine {
  name: string;
  /** True if pages run scripts. */
  scripts: boolean;
  start(): Promise<Driver>;
}
