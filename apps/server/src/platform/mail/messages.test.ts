// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { backOffMs } from '../jobs/back-off.ts';
import { fillTemplate, smsTransport } from './sms-transport.ts';

test('values filled into a template cannot break out of their placeholder', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (to, text) => {
      const json: unknown = JSON.parse(fillTemplate('{"a":"{to}","b":["{text}"]}', to, text));
      expect(json).toEqual({ a: to, b: [text] });
    }),
  );
  fc.assert(
    fc.property(fc.string(), fc.string(), (to, text) => {
      const form = new URLSearchParams(fillTemplate('To={to}&Body={text}&x=1', to, text));
      expect([...form.entries()]).toEqual([
        ['To', to],
        ['Body', text],
        ['x', '1'],
      ]);
    }),
  );
});

test('a text message is given up when its try is aborted', async () => {
  vi.stubGlobal('fetch', (_url: string, { signal }: RequestInit) => {
    signal?.throwIfAborted();
    return Promise.resolve(new Response());
  });
  const gateway = smsTransport({ url: 'https://sms.example', template: 'To={to}&Body={text}' });
  const message = { id: '1', recipient: '+4915112345678', subject: '', body: 'Hello' };
  await expect(gateway.send(message)).resolves.toBeUndefined();
  const stopped = AbortSignal.abort(new Error('stopped'));
  await expect(gateway.send(message, stopped)).rejects.toThrow('stopped');
});

test('the back-off doubles up to half an hour', () => {
  expect([1, 2, 3].map(backOffMs)).toEqual([10_000, 20_000, 40_000]);
  expect(backOffMs(20)).toBe(1_800_000);
});
