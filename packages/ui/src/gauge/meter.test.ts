// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { meter } from './meter.ts';

test('a meter has its value in words, and extends its range to a value beyond its limits', () => {
  const limits = [40, 120] as const;
  expect(meter('name', { value: 60, limits, text: '60 bpm, usual' })).toMatchObject({
    role: 'meter',
    'aria-labelledby': 'name',
    'aria-valuemin': 40,
    'aria-valuemax': 120,
    'aria-valuetext': '60 bpm, usual',
  });
  expect(meter('name', { value: 131, limits, text: '' })['aria-valuemax']).toBe(131);
  expect(meter('name', { value: 33, limits, text: '' })['aria-valuemin']).toBe(33);
});
