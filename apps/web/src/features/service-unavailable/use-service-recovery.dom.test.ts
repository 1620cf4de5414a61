// SPDX-License-Identifier: Apache-2.0
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useServiceRecovery } from './use-service-recovery.ts';

const POLL_MS = 5000;
const STATUS = {
  auth: false,
  signIn: { loginType: 'password', allowSignup: true, orgIdentifier: 'demo' },
};

let answer: () => Promise<Response>;
/** Requests that are neither answered nor aborted. */
let pending = 0;
const onBack = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  // The real one uses a clock that cannot be replaced.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const late = new AbortController();
    setTimeout(() => late.abort(), ms);
    return late.signal;
  });
  pending = 0;
  vi.stubGlobal('fetch', (_url: string, { signal }: { signal: AbortSignal }) => {
    pending += 1;
    const aborted = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
    });
    return Promise.race([answer(), aborted]).finally(() => (pending -= 1));
  });
  onBack.mockReset();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test('checks without an answer do not pile up, and the return of the service is detected', async () => {
  answer = () => new Promise(() => undefined);
  renderHook(() => useServiceRecovery(onBack));
  await vi.advanceTimersByTimeAsync(20 * POLL_MS);
  expect(pending).toBe(1);
  answer = () => Promise.resolve(Response.json(STATUS));
  await vi.advanceTimersByTimeAsync(3 * POLL_MS);
  expect(onBack).toHaveBeenCalledOnce();
});

test.each([
  ['a page', () => new Response('Welcome', { headers: { 'content-type': 'text/html' } })],
  ['an error', () => Response.json({ Code: 'INTERNAL', Message: '' }, { status: 503 })],
])('%s is not the service', async (_, response) => {
  answer = () => Promise.resolve(response());
  renderHook(() => useServiceRecovery(onBack));
  await vi.advanceTimersByTimeAsync(2 * POLL_MS);
  expect(onBack).not.toHaveBeenCalled();
});
