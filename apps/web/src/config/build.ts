// SPDX-License-Identifier: Apache-2.0
/** What the build fixed, read in this one place. `vite.config.ts` defines the values; outside a build there are none. */
declare const __PERFUSE_EDITION__: 'consumer' | 'enterprise' | undefined;
declare const __PERFUSE_QUIRKS__: 'corrected' | 'literal' | undefined;
declare const __PERFUSE_REGION__: 'cn' | undefined;
declare const __PERFUSE_VERSION__: string | undefined;

export type Edition = 'consumer' | 'enterprise';

/** By itself: of a constant the bundler knows which parts are the other edition's alone, and leaves them out. */
export const EDITION: Edition =
  typeof __PERFUSE_EDITION__ === 'undefined' ? 'consumer' : __PERFUSE_EDITION__;

export const BUILD: {
  readonly quirks: 'corrected' | 'literal';
  /** Null outside the regions with ways of their own. */
  readonly region: 'cn' | null;
  readonly version: string;
} = {
  quirks: typeof __PERFUSE_QUIRKS__ === 'undefined' ? 'corrected' : __PERFUSE_QUIRKS__,
  region: typeof __PERFUSE_REGION__ === 'undefined' ? null : __PERFUSE_REGION__,
  version: typeof __PERFUSE_VERSION__ === 'undefined' ? 'dev' : __PERFUSE_VERSION__,
};
