// SPDX-License-Identifier: Apache-2.0
import { afterEach, describe, expect, it, vi } from 'vitest';
import { tabLock } from './renewal.ts';

/** A browser with these locks. */
const withLocks = (request: (name: string, work: () => unknown) => Promise<unknown>): void => {
  vi.stubGlobal('navigator', { locks: { request } });
};
afterEach(() => vi.unstubAllGlobals());

describe('one tab at a time', () => {
  it('works under the lock of the browser', async () => {
    const names: string[] = [];
    withLocks((name, work) => {
      names.push(name);
      return Promise.resolve(work());
    });
    await expect(tabLock('renewal', () => Promise.resolve('pair'))).resolves.toBe('pair');
    expect(names).toEqual(['renewal']);
  });

  it('works all the same where the browser knows no locks, or refuses them in a frame of another site', async () => {
    vi.stubGlobal('navigator', {});
    await expect(tabLock('renewal', () => Promise.resolve('pair'))).resolves.toBe('pair');
    withLocks(() => Promise.reject(new DOMException('denied', 'SecurityError')));
    await expect(tabLock('renewal', () => Promise.resolve('pair'))).resolves.toBe('pair');
  });

  it('never works twice: what fails under the lock has failed', async () => {
    withLocks((_name, work) => Promise.resolve().then(work));
    const work = vi.fn(() => Promise.reject(new Error('refused')));
    await expect(tabLock('renewal', work)).rejects.toThrow('refused');
    expect(work).toHaveBeenCalledTimes(1);
  });
});
