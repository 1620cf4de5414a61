// SPDX-License-Identifier: Apache-2.0

export interface FirstScreenTexts {
  readonly productName: string;
  readonly title: string;
  readonly lead: string;
  readonly progress: string;
  /** Zero percent. */
  readonly percent: string;
  readonly results: {
    readonly banner: string;
    readonly title: string;
    /** Why there are results already. */
    readonly restored: string;
  };
}

/**
 * By language; filled in by the build: vite/first-screen-texts.ts. Without them the logo is shown until the app runs.
 */
export const FIRST_SCREEN_TEXTS: Readonly<Record<string, FirstScreenTexts>> = {};
