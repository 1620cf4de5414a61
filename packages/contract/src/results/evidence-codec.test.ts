// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeEvidence, encodeEvidence, EVIDENCE_CODES } from './evidence-codec.ts';
import {
  EVIDENCE_LIMITS,
  evidenceSchema,
  INTERVAL_USES,
  intervalsMs,
  type Evidence,
} from './evidence.ts';
import { CHANNEL_CODES } from './channels.ts';
import { channelDataSchema, decodeChannels, type ChannelData } from './message.ts';

const thousandths = (max: number) =>
  fc.integer({ min: -1000 * max, max: 1000 * max }).map((value) => value / 1000);
const hundredths = (min: number, max: number) =>
  fc.integer({ min: 100 * min, max: 100 * max }).map((value) => value / 100);

const evidences: fc.Arbitrary<Evidence> = fc
  .record({
    withheld: fc.constantFrom(null, 'low-signal', 'motion'),
    samples: fc.array(fc.option(thousandths(EVIDENCE_LIMITS.maxAmplitude), { nil: null }), {
      minLength: 1,
      maxLength: 200,
    }),
    rateHz: fc.constantFrom(25, 29.97, 30, 50),
    gapsMs: fc.array(fc.integer({ min: 1, max: 2500 }), { maxLength: 60 }),
    uses: fc.array(fc.constantFrom(...INTERVAL_USES), { minLength: 60, maxLength: 60 }),
    power: fc.array(
      fc.integer({ min: 0, max: 10_000 }).map((value) => value / 10_000),
      { minLength: 1, maxLength: 300 },
    ),
    peakHz: fc.double({ min: 0.6, max: 4, noNaN: true }),
    methods: fc.array(
      fc.record({
        id: fc.constantFrom('pos', 'chrom', 'green', 'learned_v1'),
        rate: hundredths(0, 240),
        snrDb: hundredths(-40, 60),
        weight: hundredths(0, 1),
      }),
      { maxLength: EVIDENCE_LIMITS.maxMethods },
    ),
  })
  .map(({ withheld, samples, rateHz, gapsMs, uses, power, peakHz, methods }) => {
    let at = 0;
    const beatsMs = gapsMs.map((gap) => (at += gap));
    return {
      withheld,
      wave: { rateHz, samples },
      beatsMs,
      intervals: uses.slice(0, Math.max(0, beatsMs.length - 1)),
      spectrum: {
        fromHz: 0.5,
        stepHz: 0.0146484375,
        power,
        peakHz,
        lineHz: 0.12,
        harmonicHz: 0.18,
      },
      methods,
    };
  });

/** As a browser receives it: through JSON and the schema of the message. */
function overTheWire(channels: Record<string, ChannelData>): Record<string, ChannelData> {
  const text = JSON.stringify(channels);
  const parsed: Record<string, unknown> = JSON.parse(text) as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(parsed).map(([code, data]) => [code, channelDataSchema.parse(data)]),
  );
}

const GOOD: Evidence = {
  withheld: null,
  wave: { rateHz: 30, samples: [0, 0.5, null, -1.25] },
  beatsMs: [100, 900, 1750],
  intervals: ['counted', 'irregular'],
  spectrum: {
    fromHz: 0.5,
    stepHz: 0.01,
    power: [0, 1, 0.2],
    peakHz: 1.2,
    lineHz: 0.12,
    harmonicHz: 0.18,
  },
  methods: [{ id: 'pos', rate: 72.5, snrDb: 4.2, weight: 0.8 }],
};

describe('evidence', () => {
  test('round-trips through the message', () => {
    fc.assert(
      fc.property(evidences, (evidence) => {
        expect(evidenceSchema.safeParse(evidence).success).toBe(true);
        expect(decodeEvidence(overTheWire(encodeEvidence(evidence)))).toEqual(evidence);
      }),
    );
  });

  test('is not a channel value: decoding the channels skips it', () => {
    const channels = decodeChannels({ Channels: encodeEvidence(GOOD), Multiplier: 1 });
    expect(channels).toEqual({});
    for (const code of Object.values(EVIDENCE_CODES)) expect(CHANNEL_CODES).not.toContain(code);
  });

  test('of 120 s at 50 Hz is smaller than 64 kB', () => {
    const samples = Array.from({ length: EVIDENCE_LIMITS.maxSamples }, (_, i) => -9 * Math.sin(i));
    const beatsMs = Array.from({ length: EVIDENCE_LIMITS.maxBeats }, (_, k) => 250 * (k + 1));
    const intervals = beatsMs.slice(1).map(() => 'counted' as const);
    const power = Array.from({ length: EVIDENCE_LIMITS.maxBins }, () => 0.1234);
    const spectrum = { ...GOOD.spectrum, power };
    const largest = { ...GOOD, wave: { rateHz: 50, samples }, beatsMs, intervals, spectrum };
    expect(JSON.stringify(encodeEvidence(largest)).length).toBeLessThan(64 * 1024);
  });

  test('clips outliers and turns NaN into a gap', () => {
    const wild = { ...GOOD, wave: { rateHz: 30, samples: [1e9, -1e9, Number.NaN] } };
    expect(decodeEvidence(encodeEvidence(wild))?.wave.samples).toEqual([9, -9, null]);
  });

  test('omits the channels of empty series', () => {
    const withheld = { ...GOOD, withheld: 'poor-signal', beatsMs: [], intervals: [] };
    const channels = encodeEvidence(withheld);
    const { wave, spectrum, methods } = EVIDENCE_CODES;
    expect(Object.keys(channels).sort()).toEqual([wave, spectrum, methods].sort());
    expect(decodeEvidence(channels)).toEqual(withheld);
  });

  test('gives the lengths of its intervals', () => {
    expect(intervalsMs(GOOD)).toEqual([800, 850]);
    expect(intervalsMs({ beatsMs: [] })).toEqual([]);
  });
});

describe('no evidence', () => {
  const without = (code: string): Record<string, ChannelData> =>
    Object.fromEntries(Object.entries(encodeEvidence(GOOD)).filter(([name]) => name !== code));
  const changed = (code: string, change: Partial<ChannelData>): Record<string, ChannelData> => {
    const all = encodeEvidence(GOOD);
    const one = all[code];
    if (one === undefined) throw new Error(code);
    return { ...all, [code]: { ...one, ...change } };
  };

  test('is read from the results of another service', () => {
    expect(decodeEvidence({ HR_BPM: { Channel: 'HR', Data: [72] } })).toBeNull();
  });

  const { wave, beats, intervals, spectrum } = EVIDENCE_CODES;
  test.each([wave, beats, intervals, spectrum])('is read when %s is missing', (code) => {
    expect(decodeEvidence(without(code))).toBeNull();
  });

  test.each<[string, string, Partial<ChannelData>]>([
    ['a wave without its rate', EVIDENCE_CODES.wave, { Notes: [] }],
    ['an empty wave', EVIDENCE_CODES.wave, { Data: [] }],
    [
      'a wave beyond the limit',
      EVIDENCE_CODES.wave,
      { Data: Array.from({ length: EVIDENCE_LIMITS.maxSamples + 1 }, () => 0) },
    ],
    ['beats out of order', EVIDENCE_CODES.beats, { Data: [900, 100, 1750] }],
    ['more intervals than beats', EVIDENCE_CODES.intervals, { Data: [1, 1, 1] }],
    ['a spectrum without a peak', EVIDENCE_CODES.spectrum, { Notes: ['from=0.5', 'step=0.01'] }],
    ['a method without numbers', EVIDENCE_CODES.methods, { Data: [] }],
    ['a weight above one', EVIDENCE_CODES.methods, { Data: [7250, 420, 180] }],
  ])('is read from %s', (_, code, change) => {
    expect(decodeEvidence(changed(code, change))).toBeNull();
  });

  test('or valid evidence is read from arbitrary data, and nothing throws', () => {
    const data = fc.record({
      Channel: fc.string(),
      Data: fc.array(fc.integer()),
      Multiplier: fc.integer({ min: 1 }),
      Notes: fc.array(fc.oneof(fc.string(), fc.constantFrom('rate=30', 'peak=x', 'method='))),
    });
    const rubbish = fc.dictionary(fc.constantFrom(...Object.values(EVIDENCE_CODES)), data);
    fc.assert(
      fc.property(rubbish, (channels) => {
        const evidence = decodeEvidence(channels);
        if (evidence !== null) expect(evidenceSchema.safeParse(evidence).success).toBe(true);
      }),
    );
  });
});
