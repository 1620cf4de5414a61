// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { CHANNEL_CODES, type ChannelValue } from '../results/channels.ts';
import { callbackResults } from './results.ts';

/** Every note, each at full length; a real channel has only a few. */
const LONGEST: ChannelValue = {
  value: 1 / 3 + 100,
  kind: 'estimated',
  source: 'log10_hr_times_sbp+own_nhanes_expected_bp_v1',
  uncertainty: 1 / 3 + 100,
  range: { low: 1 / 3 + 100, high: 2 / 3 + 100 },
  quality: 1 / 3,
  reason: 'answers-missing',
};

test('results of every channel fit into the 10 kB that the guide for integrators names', () => {
  const channels = Object.fromEntries(CHANNEL_CODES.map((code) => [code, LONGEST]));
  const results = callbackResults('00000000-0000-4000-8000-000000000000', channels, 5);
  const query = Buffer.from(JSON.stringify(results)).toString('base64url');
  expect(query.length).toBeLessThan(10_000);
});
