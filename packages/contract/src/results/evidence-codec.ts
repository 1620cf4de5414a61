// SPDX-License-Identifier: Apache-2.0
/**
 * Evidence on the wire: five series channels in addition to the values, each with `Data` and `Multiplier` like any
 * other, so that they are stored and delivered in the same way and clients that do not know the codes ignore them.
 * docs/reference/evidence.md
 */
import {
  EVIDENCE_LIMITS,
  evidenceSchema,
  INTERVAL_USES,
  type Evidence,
  type IntervalUse,
} from './evidence.ts';
import type { ChannelData } from './message.ts';

export const EVIDENCE_CODES = {
  wave: 'EVIDENCE_WAVE',
  beats: 'EVIDENCE_BEATS',
  intervals: 'EVIDENCE_INTERVALS',
  spectrum: 'EVIDENCE_SPECTRUM',
  methods: 'EVIDENCE_METHODS',
} as const;

const WAVE_MULTIPLIER = 1000;
const POWER_MULTIPLIER = 10_000;
const METHOD_MULTIPLIER = 100;
/** Marks a sample that was not measured: outside the range of amplitudes. */
const GAP = -32_768;
/** Numbers in `Data` for each method: rate, SNR, weight. */
const METHOD_COLUMNS = 3;

const KIND = 'kind=evidence';
const note = (key: string, value: string | number): string => `${key}=${String(value)}`;

function series(
  name: string,
  values: readonly number[],
  multiplier: number,
  notes: readonly string[] = [],
): ChannelData {
  return {
    Channel: name,
    Data: values.map((value) => Math.round(value * multiplier)),
    Multiplier: multiplier,
    Notes: [KIND, ...notes],
  };
}

function encodeSample(sample: number | null): number {
  if (sample === null || !Number.isFinite(sample)) return GAP / WAVE_MULTIPLIER;
  const { maxAmplitude } = EVIDENCE_LIMITS;
  return Math.max(-maxAmplitude, Math.min(maxAmplitude, sample));
}

/** Omits empty channels, because clients take the mean of each channel. */
export function encodeEvidence(evidence: Evidence): Record<string, ChannelData> {
  const all = Object.entries(channelsOf(evidence));
  return Object.fromEntries(all.filter(([, { Data }]) => Data.length > 0));
}

function channelsOf(evidence: Evidence): Record<string, ChannelData> {
  const { wave, spectrum, methods, withheld } = evidence;
  return {
    [EVIDENCE_CODES.wave]: series('pulse wave', wave.samples.map(encodeSample), WAVE_MULTIPLIER, [
      note('rate', wave.rateHz),
      ...(withheld === null ? [] : [note('reason', withheld)]),
    ]),
    [EVIDENCE_CODES.beats]: series('times of the beats, ms', evidence.beatsMs, 1),
    [EVIDENCE_CODES.intervals]: series(
      'use of the intervals between beats',
      evidence.intervals.map((use) => INTERVAL_USES.indexOf(use)),
      1,
    ),
    [EVIDENCE_CODES.spectrum]: series('pulse spectrum', spectrum.power, POWER_MULTIPLIER, [
      note('from', spectrum.fromHz),
      note('step', spectrum.stepHz),
      note('peak', spectrum.peakHz),
      note('line', spectrum.lineHz),
      note('harmonic', spectrum.harmonicHz),
    ]),
    [EVIDENCE_CODES.methods]: series(
      'rate, signal-to-noise ratio and weight of each method',
      methods.flatMap(({ rate, snrDb, weight }) => [rate, snrDb, weight]),
      METHOD_MULTIPLIER,
      methods.map(({ id }) => note('method', id)),
    ),
  };
}

const notesOf = (channel: ChannelData, key: string): string[] =>
  (channel.Notes ?? [])
    .filter((text) => text.startsWith(`${key}=`))
    .map((text) => text.slice(key.length + 1));

const numberOf = (channel: ChannelData, key: string): number =>
  Number(notesOf(channel, key)[0] ?? Number.NaN);

const valuesOf = ({ Data, Multiplier = 1 }: ChannelData): number[] =>
  Data.map((value) => value / Multiplier);

const useOf = (index: number): IntervalUse => INTERVAL_USES[index] ?? 'left-out';

function methodsOf(channel: ChannelData): Evidence['methods'] {
  const values = valuesOf(channel);
  return notesOf(channel, 'method').map((id, k) => ({
    id,
    rate: values[METHOD_COLUMNS * k] ?? Number.NaN,
    snrDb: values[METHOD_COLUMNS * k + 1] ?? Number.NaN,
    weight: values[METHOD_COLUMNS * k + 2] ?? Number.NaN,
  }));
}

/** Enforces the limits for any sender. */
const isTooLong = (channels: readonly ChannelData[]): boolean =>
  channels.some(({ Data }) => Data.length > EVIDENCE_LIMITS.maxSamples);

/** Stands for absent beats, intervals or methods. */
const NOTHING: ChannelData = { Channel: '', Data: [] };

/** @returns null when the service sent none, or inconsistent ones: the result is then shown without evidence. */
export function decodeEvidence(channels: Readonly<Record<string, ChannelData>>): Evidence | null {
  const wave = channels[EVIDENCE_CODES.wave];
  const beats = channels[EVIDENCE_CODES.beats] ?? NOTHING;
  const intervals = channels[EVIDENCE_CODES.intervals] ?? NOTHING;
  const spectrum = channels[EVIDENCE_CODES.spectrum];
  const methods = channels[EVIDENCE_CODES.methods] ?? NOTHING;
  if (!wave || !spectrum) return null;
  if (isTooLong([wave, beats, intervals, spectrum, methods])) return null;
  const parsed = evidenceSchema.safeParse({
    withheld: notesOf(wave, 'reason')[0] ?? null,
    wave: {
      rateHz: numberOf(wave, 'rate'),
      samples: wave.Data.map((value) =>
        value === GAP ? null : value / (wave.Multiplier ?? WAVE_MULTIPLIER),
      ),
    },
    beatsMs: valuesOf(beats),
    intervals: intervals.Data.map(useOf),
    spectrum: {
      fromHz: numberOf(spectrum, 'from'),
      stepHz: numberOf(spectrum, 'step'),
      power: valuesOf(spectrum),
      peakHz: numberOf(spectrum, 'peak'),
      lineHz: numberOf(spectrum, 'line'),
      harmonicHz: numberOf(spectrum, 'harmonic'),
    },
    methods: methodsOf(methods),
  });
  return parsed.success && isConsistent(parsed.data) ? parsed.data : null;
}

function isConsistent({ beatsMs, intervals }: Evidence): boolean {
  const ascending = beatsMs.every((at, k) => k === 0 || at > (beatsMs[k - 1] ?? at));
  return ascending && intervals.length === Math.max(0, beatsMs.length - 1);
}
