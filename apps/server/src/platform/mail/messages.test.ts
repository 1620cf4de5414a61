// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { backOffMs } from '../jobs/back-off.ts';
import { fillTemplate } from './sms-transport.ts';

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

test('the back-off doubles up to half an hour', () => {
  expect([1, 2, 3].map(backOffMs)).toEqual([10_000, 20_000, 40_000]);
  expect(backOffMs(20)).toBe(1_800_000);
});
