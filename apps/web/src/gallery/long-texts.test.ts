// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import results from '@perfuse/locales/en/results.json' with { type: 'json' };
import { longer } from './long-texts.ts';

test('each word grows, numbers stay', () => {
  expect(longer('Heart rate 66 bpm')).toBe('Heeaart raatee 66 bpm');
});

test('the names of the metrics grow by about 40 %', () => {
  const names = Object.values(results.metric).join('');
  const growth = longer(names).length / names.length;
  expect(growth).toBeGreaterThan(1.33);
  expect(growth).toBeLessThan(1.5);
});
