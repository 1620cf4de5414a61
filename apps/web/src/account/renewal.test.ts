// SPDX-License-Identifier: Apache-2.0
import { afterEach, describe, expect, it, vi } from 'vitest';
import { tabLock } from './renewal.ts';

/** A browser with these locks. */
const withLocks = (request: (name: string, work: () => unknown) => Promise<unknown>): void => {
  vi.stubGlobal('navigator', { locks: { request } });
};
afterEach(() => vi.unstubAllGlobals());

describe('work limited to one tab at a time', () => {
  it('runs under a Web Lock', async () => {
    const names: string[] = [];
    withLocks((name, work) => {
      names.push(name);
      return Promise.resolve(work());
    });
    await expect(tabLock(() => Promise.resolve('pair'))).resolves.toBe('pair');
    expect(names).toEqual(['perfuse.renewal']);
  });

  it('runs without a lock where the browser lacks Web Locks or denies them in a cross-site frame', async () => {
    vi.stubGlobal('navigator', {});
    await expect(tabLock(() => Promise.resolve('pair'))).resolves.toBe('pair');
    withLocks(() => Promise.reject(new DOMException('denied', 'SecurityError')));
    await expect(tabLock(() => Promise.resolve('pair'))).resolves.toBe('pair');
  });

  it('does not run a second time after it failed under the lock', async () => {
    withLocks((_name, work) => Promise.resolve().then(work));
    const work = vi.fn(() => Promise.reject(new Error('refused')));
    await expect(tabLock(work)).rejects.toThrow('refused');
    expect(work).toHaveBeenCalledTimes(1);
  });
});
