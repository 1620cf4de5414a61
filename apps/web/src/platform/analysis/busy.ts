// SPDX-License-Identifier: Apache-2.0
/** Retries calls to a busy service, at the time it names and a limited number of times. */

const TRIES = 4;
const FIRST_WAIT_MS = 1000;
/** A service that requests a longer wait is not retried, ms: a person is waiting before the camera. */
const MAX_WAIT_MS = 15_000;
/** Share of each wait that is added at random (jitter), so that many browsers do not retry at the same moment. */
const SPREAD = 0.25;

/** Waits; ends early when the signal aborts. */
export type Pause = (ms: number, signal?: AbortSignal) => Promise<void>;

export const pause: Pause = (ms, signal) =>
  new Promise((resolve) => {
    if (signal?.aborted === true) {
      resolve();
      return;
    }
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** Too many requests, or temporarily unavailable. */
export const isBusy = (status: string): boolean => status === '429' || status === '503';

/** Wait in `Retry-After`, ms: from seconds or a date; null where it is neither. */
function askedWaitMs(headers: unknown): number | null {
  const told = headers instanceof Headers ? (headers.get('retry-after') ?? '') : '';
  if (/^\d{1,6}$/.test(told)) return Number(told) * 1000;
  const at = /\d{2}:\d{2}/.test(told) ? Date.parse(told) : NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - Date.now());
}

/**
 * How long to wait before the next try, ms; null when there is to be none.
 * @param tried number of tries so far. @param askedMs least wait that the service requests; null where it names none.
 */
export function busyWaitMs(tried: number, askedMs: number | null): number | null {
  const minMs = askedMs ?? FIRST_WAIT_MS * 2 ** (tried - 1);
  if (tried >= TRIES || minMs > MAX_WAIT_MS) return null;
  return minMs * (1 + SPREAD * Math.random());
}

/** Retries while the service is busy, never earlier than it says. @returns the last answer. */
export async function retryWhileBusy<
  T extends { readonly status: string; readonly headers: unknown },
>(ask: () => Promise<T>, wait: Pause, signal?: AbortSignal): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    const answer = await ask();
    const waitMs = isBusy(answer.status) ? busyWaitMs(tried, askedWaitMs(answer.headers)) : null;
    if (waitMs === null) return answer;
    await wait(waitMs, signal);
    if (signal?.aborted === true) return answer;
  }
}
