// SPDX-License-Identifier: Apache-2.0

/** Id of a page element in the protocol. */
export type ElementId = string;

/** The browser operations that tests need, independent of the protocol. */
export interface EngineDriver {
  /** Name and version, as reported by the browser. */
  readonly version: string;
  readonly open: (url: string) => Promise<void>;
  /** Runs the body of an async function. @returns its result, restricted to JSON. */
  readonly run: (body: string) => Promise<unknown>;
  /** Runs the body of a function. @returns the element that it returns; null for none. */
  readonly find: (body: string) => Promise<ElementId | null>;
  /** Clicks it with a pointer at its position on the screen. */
  readonly press: (element: ElementId) => Promise<void>;
  /** Replaces its text. */
  readonly type: (element: ElementId, text: string) => Promise<void>;
  /** Selects a file in a file input. */
  readonly chooseFile: (element: ElementId, file: string) => Promise<void>;
  /** Closes the browser. */
  readonly close: () => Promise<void>;
}

export interface EngineOptions {
  /** Size of the page, CSS px. */
  readonly width: number;
  readonly height: number;
}
