// SPDX-License-Identifier: Apache-2.0
import type { FrameSeries, TraceChunk } from '@perfuse/contract/payload/chunk';
import { encodeDemographics } from '@perfuse/contract/person/demographics';
import { isSignalInvalid, SNR_CODES } from '@perfuse/contract/results/signal';
import { phantomChunks } from '@perfuse/phantom';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesOf } from '../frames/bytes.ts';
import { joinChunks } from '../frames/join.ts';
import { ESTIMATED_CHANNELS } from '../models/estimate.ts';
import { looped, onlyFrames } from '../testing/alter.ts';
import { film, movingFilm } from '../testing/person.ts';
import { analyse } from './analyse.ts';
import { MeasurementAnalysis, type MeasurementReading } from './measurement-analysis.ts';

const person = encodeDemographics({ sex: 'female', ageYears: 55, heightCm: 165, weightKg: 68 });

/** The film in chunks that end at these times, s. */
function chunksOf(frames: FrameSeries, endsS: readonly number[]): TraceChunk[] {
  return endsS
    .map((endS, index) => {
      const fromMs = 1000 * (endsS[index - 1] ?? Number.NEGATIVE_INFINITY);
      return {
        ...{ index, count: endsS.length, framesDropped: 0 },
        ...(index === 0 && { person }),
        frames: onlyFrames(frames, (_, ms) => ms >= fromMs && ms < 1000 * endS),
      };
    })
    .filter((chunk) => chunk.frames.timeMs.length > 0);
}

const SIX = [5, 10, 15, 20, 25, 35];

function allAtOnce(
  chunks: readonly TraceChunk[],
  read: Parameters<MeasurementAnalysis['read']>[0],
) {
  const analysis = new MeasurementAnalysis({ whoRegion: 'CHE' });
  for (const chunk of chunks) analysis.add(chunk);
  return analysis.read(read);
}

/** Reads after each chunk, as a server does, and compares each reading with one from scratch. */
function oneByOne(chunks: readonly TraceChunk[]): MeasurementReading[] {
  const analysis = new MeasurementAnalysis({ whoRegion: 'CHE' });
  let previousHeartRate: number | undefined;
  return chunks.map((chunk, k) => {
    analysis.add(chunk);
    const live = k < chunks.length - 1;
    const options = { live, evidence: true, ...(live && { previousHeartRate }) };
    const reading = analysis.read(options);
    expect(analysis.read(options)).toStrictEqual(reading);
    expect(allAtOnce(chunks.slice(0, k + 1), options)).toStrictEqual(reading);
    previousHeartRate = reading.channels.HR_BPM?.value ?? previousHeartRate;
    return reading;
  });
}

describe('a measurement read while it is filmed', () => {
  const people = fc.record({
    heartRate: fc.integer({ min: 45, max: 150 }),
    seed: fc.integer({ min: 1, max: 1e6 }),
    pulse: fc.constantFrom(0, 0.0012, 0.006),
    noise: fc.constantFrom(0.05, 0.3),
    light: fc.constantFrom(0, 0.01),
    motion: fc.constantFrom(0, 0.004),
  });

  it('gives the same as one read from scratch, for any person', () => {
    fc.assert(
      fc.property(people, (one) => {
        oneByOne(chunksOf(film(one).frames, SIX));
      }),
      { numRuns: 10 },
    );
  });

  it('gives the same for a changing heart rate', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 60, max: 100 }),
        fc.integer({ min: -25, max: 25 }),
        fc.integer({ min: 1, max: 1e6 }),
        (from, change, seed) => {
          oneByOne(chunksOf(movingFilm(from, from + change, { seed, noise: 0.1 }), SIX));
        },
      ),
      { numRuns: 6 },
    );
  });

  it('gives the same with missing frames and chunks of any length', () => {
    const hole = fc.record({
      atS: fc.integer({ min: 0, max: 29 }),
      forS: fc.integer({ min: 1, max: 6 }),
    });
    const ends = fc.uniqueArray(fc.integer({ min: 1, max: 29 }), { minLength: 1, maxLength: 7 });
    fc.assert(
      fc.property(people, hole, ends, (one, { atS, forS }, cuts) => {
        const { frames } = film(one);
        const seen = onlyFrames(frames, (_, ms) => ms < 1000 * atS || ms > 1000 * (atS + forS));
        oneByOne(chunksOf(seen, [...cuts.sort((a, b) => a - b), 35]));
      }),
      { numRuns: 10 },
    );
  });

  it('gives the same when no face is seen at first', () => {
    const { frames } = film({ seed: 5 });
    const confidence = frames.face.confidence.map((one, i) => (i < 240 ? 0 : one));
    const late = { ...frames, face: { ...frames.face, confidence } };
    const readings = oneByOne(chunksOf(late, SIX));
    expect(readings[0]?.channels.HR_BPM?.value).toBeNull();
    expect(readings.at(-1)?.channels.HR_BPM?.value).not.toBeNull();
  });

  it('gives the same for faces of several regions with a visible chest', () => {
    for (const seed of [1, 2]) oneByOne(phantomChunks({ bpm: 60 + 12 * seed, seed }));
  });
});

describe('the analysis of a measurement', () => {
  const chunks = phantomChunks({ bpm: 66, seed: 3, person });

  it('accepts chunks in any order, and duplicates', () => {
    const turned = [...chunks].reverse();
    const options = { live: false, evidence: true };
    expect(allAtOnce([...turned, ...chunks], options)).toStrictEqual(allAtOnce(chunks, options));
  });

  it('gives heart rate and SNR in live results, and every channel in the final one', () => {
    const readings = oneByOne(chunks);
    const codes = readings.map(({ channels }) => Object.keys(channels).sort());
    for (const live of codes.slice(0, -1)) expect(live).toEqual(['HR_BPM', 'SNR']);
    expect(codes.at(-1)).toEqual(
      [...ESTIMATED_CHANNELS, 'BR_BPM', 'HRV_SDNN', 'IHB_COUNT', 'MSI', 'HR_BPM', 'SNR'].sort(),
    );
    expect(readings.map(({ ends }) => ends)).toEqual([false, false, false, false, false, true]);
    expect(readings.map(({ evidence }) => evidence !== undefined)).toEqual(
      readings.map(({ ends }) => ends),
    );
  });

  it('accepts a live heart rate by the same criteria as a final one', () => {
    const frames = joinChunks(chunks.slice(0, 5));
    const live = analyse(frames, { live: true });
    const { HR_BPM, SNR } = analyse(frames).channels;
    expect(live.channels).toEqual({ HR_BPM, SNR });
  });

  it('gives every channel and the reason in a live result that ends the measurement', () => {
    const photograph = chunksOf(film({ pulse: 0, noise: 0.01 }).frames, SIX);
    const reading = allAtOnce(photograph.slice(0, 4), { live: true, evidence: true });
    expect(reading.ends).toBe(true);
    expect(reading.evidence?.withheld).toBeTypeOf('string');
    expect(reading.channels.BR_BPM?.kind).toBe('missing');
    expect(reading.channels.BMI_CALC?.kind).toBe('derived');
  });

  it.each([
    ['noise', film({ pulse: 0, noise: 0.4 }).frames, SNR_CODES.noSignal],
    ['a photograph', film({ pulse: 0, noise: 0.01 }).frames, SNR_CODES.notAlive],
    ['a replay', looped(film().frames, 240), SNR_CODES.replayed],
  ])('gives for %s a code of its own instead of a signal-to-noise ratio', (_, frames, code) => {
    const { snrDb } = allAtOnce(chunksOf(frames, SIX), { live: false });
    expect(snrDb).toBe(code);
    expect(isSignalInvalid(snrDb)).toBe(true);
  });

  it('does not end the measurement for too short a film', () => {
    const reading = allAtOnce(chunks.slice(0, 1), { live: true, evidence: true });
    expect(reading).toMatchObject({ ends: false, channels: { SNR: { reason: 'too-short' } } });
  });

  it('keeps each frame once, and reports the bytes', () => {
    const analysis = new MeasurementAnalysis();
    expect(analysis.bytes).toBe(0);
    for (const chunk of chunks) {
      analysis.add(chunk);
      analysis.read({ live: true });
    }
    const { length } = joinChunks(chunks).timeMs;
    expect(analysis.bytes).toBeGreaterThan(100 * length);
    expect(analysis.bytes).toBeLessThan(400 * length);
    const sum = chunks.reduce((bytes, { frames }) => bytes + bytesOf(frames), 0);
    // With some room to spare.
    expect(analysis.bytes / sum).toBeGreaterThanOrEqual(1);
    expect(analysis.bytes / sum).toBeLessThan(1.1);
  });

  it('refuses a chunk that belongs before one that was read, and ignores a repeated one', () => {
    const [first, second, third] = chunks;
    if (first === undefined || second === undefined || third === undefined) expect.fail();
    const analysis = new MeasurementAnalysis();
    analysis.add(first);
    analysis.add(third);
    const reading = analysis.read({ live: true });
    expect(() => analysis.add(second)).toThrow(RangeError);
    for (const again of [first, third]) analysis.add(again);
    expect(analysis.read({ live: true })).toStrictEqual(reading);
  });
});
