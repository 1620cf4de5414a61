// SPDX-License-Identifier: Apache-2.0
import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { loadCode } from './load-with-retries.ts';

/** With a network, what fails so often is gone, as after an update of the server. */
const MOST_FAILURES = 4;

/**
 * A component whose code comes when it is first drawn. Without a network it keeps coming: `React.lazy` alone would keep
 * the failure for ever.
 * @param options.isAwaited whether somebody waits for it: then a failure with a network is thrown after a few tries.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { isAwaited = true }: { readonly isAwaited?: boolean } = {},
): LazyExoticComponent<ComponentType<Props>> {
  const mayTry = (failures: number): boolean =>
    !isAwaited || failures < MOST_FAILURES || !navigator.onLine;
  return lazy(async () => ({ default: await loadCode(load, mayTry) }));
}
