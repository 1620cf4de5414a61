// SPDX-License-Identifier: Apache-2.0

/** An element of the page, as the protocol names it. */
export type ElementId = string;

/** What a test needs of a browser, in whichever protocol it is asked. */
export interface EngineDriver {
  /** Name and version, as the browser says them. */
  readonly version: string;
  readonly open: (url: string) => Promise<void>;
  /** Runs the body of a function, which may await. @returns what it returns, as JSON holds it. */
  readonly run: (body: string) => Promise<unknown>;
  /** Runs the body of a function. @returns the element that it returns; null for none. */
  readonly find: (body: string) => Promise<ElementId | null>;
  /** Presses it with a pointer, where it is on the screen. */
  readonly press: (element: ElementId) => Promise<void>;
  /** Types it in the place of what is in it. */
  readonly type: (element: ElementId, text: string) => Promise<void>;
  /** Chooses a file in a file input. */
  readonly chooseFile: (element: ElementId, file: string) => Promise<void>;
  /** Ends the browser. */
  readonly close: () => Promise<void>;
}

export interface EngineOptions {
  /** Of the page, CSS px. */
  readonly width: number;
  readonly height: number;
}
