// SPDX-License-Identifier: Apache-2.0
import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { loadCode } from './load-with-retries.ts';

/** A file that fails this often despite a network has been deleted, as after an update of the server. */
const MAX_FAILURES = 4;

/**
 * A component whose code is loaded when it is first rendered. Without a network loading is retried: `React.lazy` alone
 * would keep the failure forever.
 * @param options.isAwaited whether somebody waits for it: then a failure despite a network is thrown after a few tries.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { isAwaited = true }: { readonly isAwaited?: boolean } = {},
): LazyExoticComponent<ComponentType<Props>> {
  const mayTry = (failures: number): boolean =>
    !isAwaited || failures < MAX_FAILURES || !navigator.onLine;
  return lazy(async () => ({ default: await loadCode(load, mayTry) }));
}
