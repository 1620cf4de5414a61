// SPDX-License-Identifier: Apache-2.0
import { describe, expect, test, vi } from 'vitest';
import { textFromBase64 } from '../../../platform/analysis/base64.ts';
import { ApiError } from '@perfuse/client';
import { deliverResults, type DeliveryDeps, type DeliverySettings } from './deliver-results.ts';

const RESULTS = { ppm: 66, note: 'größer als 0 ✓ ???>>>' };
const PLAIN = { encryptResults: false, postsResults: false };

const offline = () => Promise.reject(ApiError.network('results', new Error('down')));
const answered = (status: number) => () =>
  Promise.reject(ApiError.answered('results', status, { Code: 'X', Message: '' }));

function deliver(settings: DeliverySettings, change: Partial<DeliveryDeps> = {}) {
  let clock = 0;
  const ports = {
    encrypt: vi.fn(change.encrypt ?? (() => Promise.resolve('a.b.c.d.e'))),
    relay: vi.fn(change.relay ?? (() => Promise.resolve('data-7'))),
    retry: { next: ({ elapsedMs }: { elapsedMs: number }) => (elapsedMs < 3000 ? 1000 : null) },
    now: () => clock,
    wait: (ms: number) => {
      clock += ms;
      return Promise.resolve();
    },
    onRetry: vi.fn(),
  };
  return { ports, outcome: deliverResults(RESULTS, settings, ports) };
}

const carried = (base64: string): unknown =>
  JSON.parse(textFromBase64(base64.replaceAll('-', '+').replaceAll('_', '/')) ?? 'null');

describe('results go to the callback', () => {
  test('as base64url of their JSON, which needs no URL encoding', async () => {
    const outcome = await deliver(PLAIN).outcome;
    if (!('results' in outcome)) throw new Error('no results');
    expect(outcome.results).toMatch(/^[\w-]+$/);
    expect(carried(outcome.results)).toEqual(RESULTS);
  });

  test('encrypted to the key of the organisation', async () => {
    const { ports, outcome } = deliver({ encryptResults: true, postsResults: false });
    expect(await outcome).toEqual({ results: 'a.b.c.d.e' });
    expect(ports.encrypt).toHaveBeenCalledExactlyOnceWith(JSON.stringify(RESULTS));
  });

  test('through the results API, whose id the callback receives', async () => {
    const { ports, outcome } = deliver({ encryptResults: false, postsResults: true });
    expect(await outcome).toEqual({ dataId: 'data-7' });
    const [results, areEncrypted] = ports.relay.mock.calls[0] ?? [];
    expect(carried(results ?? '')).toEqual(RESULTS);
    expect(areEncrypted).toBe(false);
  });

  test('through the results API, encrypted', async () => {
    const { ports, outcome } = deliver({ encryptResults: true, postsResults: true });
    expect(await outcome).toEqual({ dataId: 'data-7' });
    expect(ports.relay).toHaveBeenCalledExactlyOnceWith('a.b.c.d.e', true);
  });
});

describe('a delivery', () => {
  test.each([
    ['nobody', offline],
    ['a busy service', answered(429)],
    ['a broken service', answered(503)],
  ])('is retried when it meets %s', async (_, fail) => {
    let tries = 0;
    const relay = () => (++tries < 3 ? fail() : Promise.resolve('late'));
    const { ports, outcome } = deliver({ ...PLAIN, postsResults: true }, { relay });
    expect(await outcome).toEqual({ dataId: 'late' });
    expect(ports.onRetry).toHaveBeenCalledTimes(2);
  });

  test.each([
    ['nobody', offline, 'NETWORK_ERROR'],
    ['a broken service', answered(503), 'UNKNOWN_ERROR'],
  ])('that keeps meeting %s is reported as an error', async (_, relay, error) => {
    const { ports, outcome } = deliver({ ...PLAIN, postsResults: true }, { relay });
    expect(await outcome).toEqual({ error });
    expect(ports.relay).toHaveBeenCalledTimes(4);
  });

  test('is not retried when it is refused', async () => {
    const { ports, outcome } = deliver({ ...PLAIN, postsResults: true }, { relay: answered(404) });
    expect(await outcome).toEqual({ error: 'UNKNOWN_ERROR' });
    expect(ports.relay).toHaveBeenCalledTimes(1);
  });

  test.each([false, true])(
    'sends no results that could not be encrypted (posted: %s)',
    async (postsResults) => {
      const { ports, outcome } = deliver(
        { encryptResults: true, postsResults },
        { encrypt: answered(503) },
      );
      expect(await outcome).toEqual({ error: 'UNKNOWN_ERROR' });
      expect(ports.relay).not.toHaveBeenCalled();
    },
  );
});
