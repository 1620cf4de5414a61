// SPDX-License-Identifier: Apache-2.0
import { expect, test, vi, type Mock } from 'vitest';
import { loadWithRetries, retryOnce } from './load-with-retries.ts';

const cut = (): Promise<never> => Promise.reject(new TypeError('Failed to fetch'));
/** Ends each pause early, by reporting that the browser is online again. */
const untilTried = (load: Mock, times: number): Promise<void> =>
  vi.waitFor(() => {
    window.dispatchEvent(new Event('online'));
    expect(load).toHaveBeenCalledTimes(times);
  });

test('a failed fetch is retried as soon as the browser is online', async () => {
  const load = vi.fn<() => Promise<string>>().mockImplementation(cut);
  const loaded = loadWithRetries(load);
  await untilTried(load, 2);
  load.mockResolvedValue('here');
  await untilTried(load, 3);
  expect(await loaded).toBe('here');
});

test('the last failure is thrown once the retries are exhausted', async () => {
  const load = vi.fn(cut);
  const failed = expect(loadWithRetries(load, retryOnce)).rejects.toThrow('Failed to fetch');
  await untilTried(load, 2);
  await failed;
  expect(load).toHaveBeenCalledTimes(2);
});
