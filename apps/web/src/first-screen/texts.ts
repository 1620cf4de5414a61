// SPDX-License-Identifier: Apache-2.0

export interface FirstScreenTexts {
  readonly productName: string;
  readonly title: string;
  readonly lead: string;
  readonly progress: string;
  /** Nothing yet, as a share. */
  readonly percent: string;
  readonly results: {
    readonly banner: string;
    readonly title: string;
    /** Why there are results already. */
    readonly restored: string;
  };
}

/** By language. The build puts them in: vite/first-screen-texts.ts. Without them the logo stands until the app runs. */
export const FIRST_SCREEN_TEXTS: Readonly<Record<string, FirstScreenTexts>> = {};
