// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CHART_REGIONS } from './chart-regions.ts';
import { CHANNEL_CODES, VALUE_KINDS, type ChannelValue } from './channels.ts';
import { chunkIndexOf, decodeChannels, encodeChannels, RESULT_MULTIPLIER } from './message.ts';
import { isSignalInvalid, starsFromSnr } from './signal.ts';

const values: fc.Arbitrary<ChannelValue> = fc
  .record({
    tenThousandths: fc.integer({ min: 0, max: 3_000_000 }),
    kind: fc.constantFrom(...VALUE_KINDS),
    range: fc.option(
      fc.record({ low: fc.integer({ min: -9, max: 99 }), high: fc.integer({ min: 0, max: 300 }) }),
      { nil: undefined },
    ),
    uncertainty: fc.option(fc.integer({ min: 0, max: 100 }), { nil: undefined }),
    reason: fc.option(fc.constantFrom('low-signal', 'a=b'), { nil: undefined }),
    region: fc.option(fc.constantFrom(...CHART_REGIONS), { nil: undefined }),
    country: fc.option(fc.constantFrom('DE', 'BR'), { nil: undefined }),
  })
  .map(({ tenThousandths, kind, ...notes }) => ({
    value: kind === 'missing' ? null : tenThousandths / RESULT_MULTIPLIER,
    kind,
    source: kind === 'missing' ? '' : 'pos+chrom+green',
    ...notes,
  }));

describe('result message', () => {
  test('carries each channel with its kind, source, uncertainty, reason, region and country', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...CHANNEL_CODES), values), (channels) => {
        const message = { Channels: encodeChannels(channels), Multiplier: RESULT_MULTIPLIER };
        expect(decodeChannels(message)).toEqual({ ...channels });
      }),
    );
  });

  test('sends a missing value as -1 times the multiplier', () => {
    const missing: ChannelValue = { value: null, kind: 'missing', source: '', reason: 'too-short' };
    expect(encodeChannels({ HR_BPM: missing })['HR_BPM']).toEqual({
      Channel: 'heart rate',
      Data: [-10_000],
      Multiplier: 10_000,
      Notes: ['kind=missing', 'reason=too-short'],
    });
  });

  test('reads results of another service: without notes, with own multipliers and unknown channels', () => {
    const channels = decodeChannels({
      Multiplier: 1000,
      Channels: {
        HR_BPM: { Channel: 'HR', Data: [72_500, 73_000] },
        BR_BPM: { Channel: 'BR', Data: [-1000] },
        MSI: { Channel: 'MSI', Data: [365], Multiplier: 100 },
        NEW_ONE: { Channel: 'x', Data: [1] },
      },
    });
    expect(channels).toEqual({
      HR_BPM: { value: 72.5, kind: 'measured', source: '' },
      BR_BPM: { value: null, kind: 'missing', source: '' },
      MSI: { value: 3.65, kind: 'measured', source: '' },
    });
  });

  test.each([
    ['0d3f-1:0', 0],
    ['a:b:5', 5],
    ['a', null],
    ['a:', null],
    ['a:x', null],
  ])('reads the chunk index of %j', (id, index) => {
    expect(chunkIndexOf(id)).toBe(index);
  });
});

describe('signal quality', () => {
  test.each([
    [-100, 0],
    [-0.1, 0],
    [0, 1],
    [2.4, 1],
    [2.5, 2],
    [9.9, 4],
    [10, 5],
    [40, 5],
    [Number.NaN, 0],
  ])('%d dB is %d stars', (snr, stars) => {
    expect(starsFromSnr(snr)).toBe(stars);
  });

  test.each([-100, -90, -91, Number.NaN])('%d is not a valid signal', (snr) => {
    expect(isSignalInvalid(snr)).toBe(true);
  });

  test.each([-99, -3, 0, 12.5])('%d is a valid signal', (snr) => {
    expect(isSignalInvalid(snr)).toBe(false);
  });
});
