// SPDX-License-Identifier: Apache-2.0
/** Build-time constants, read only here. `vite.config.ts` defines them; outside a build they are undefined. */
declare const __PERFUSE_EDITION__: 'consumer' | 'enterprise' | undefined;
declare const __PERFUSE_QUIRKS__: 'corrected' | 'literal' | undefined;
declare const __PERFUSE_REGION__: 'cn' | undefined;
declare const __PERFUSE_VERSION__: string | undefined;

export type Edition = 'consumer' | 'enterprise';

/** A constant of its own, so that the bundler can drop the code that only the other edition uses. */
export const EDITION: Edition =
  typeof __PERFUSE_EDITION__ === 'undefined' ? 'consumer' : __PERFUSE_EDITION__;

export const BUILD: {
  readonly quirks: 'corrected' | 'literal';
  /** Null outside regions with special rules. */
  readonly region: 'cn' | null;
  readonly version: string;
} = {
  quirks: typeof __PERFUSE_QUIRKS__ === 'undefined' ? 'corrected' : __PERFUSE_QUIRKS__,
  region: typeof __PERFUSE_REGION__ === 'undefined' ? null : __PERFUSE_REGION__,
  version: typeof __PERFUSE_VERSION__ === 'undefined' ? 'dev' : __PERFUSE_VERSION__,
};
