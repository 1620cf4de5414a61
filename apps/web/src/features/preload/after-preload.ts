// SPDX-License-Identifier: Apache-2.0
import type { Edition } from '../../app/build.ts';
import { PATHS, type Path } from '../../app/routes/paths.ts';

/** An organisation that wants its results called back has asked everything else itself. */
export function afterPreload(edition: Edition, resultsCallbackUrl: string | null): Path {
  const isCallback = resultsCallbackUrl !== null && resultsCallbackUrl !== '';
  return edition === 'enterprise' && isCallback ? PATHS.measurement : PATHS.entry;
}
