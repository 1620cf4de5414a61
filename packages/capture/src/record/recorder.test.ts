// SPDX-License-Identifier: Apache-2.0
import { decodeChunk, encodeChunk } from '@perfuse/contract/payload/codec';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rowAt, rowWithoutFace } from '../../test/rows.ts';
import { ChunkRecorder, type FinishedChunk } from './recorder.ts';
import type { FrameRow } from './row.ts';

const PLAN = { chunkCount: 6, chunkS: 5 };
const START = 987_654_321.5;

function record(plan: typeof PLAN, rows: readonly FrameRow[]) {
  const recorder = new ChunkRecorder(plan);
  const chunks: FinishedChunk[] = [];
  for (const row of rows) {
    const finished = recorder.push(row);
    if (finished) chunks.push(finished);
  }
  return { recorder, chunks };
}
const steady = (count: number, intervalMs: number): FrameRow[] =>
  Array.from({ length: count }, (_, frame) => rowAt(START + frame * intervalMs));
const timesOf = (chunks: readonly FinishedChunk[]): number[] =>
  chunks.flatMap(({ chunk }) => [...chunk.frames.timeMs]);

describe('a recording', () => {
  test('of 30 s has six chunks of 5 s, whatever the frame rate', () => {
    for (const intervalMs of [1000 / 60, 1000 / 30, 1000 / 15, 200]) {
      const { chunks, recorder } = record(PLAN, steady(Math.ceil(31_000 / intervalMs), intervalMs));
      expect(chunks.map(({ chunk }) => chunk.index)).toEqual([0, 1, 2, 3, 4, 5]);
      expect(recorder.isDone).toBe(true);
      for (const { chunk, startMs, endMs } of chunks) {
        const cutAt = START + chunk.index * 5000;
        expect(startMs - cutAt).toBeGreaterThanOrEqual(-0.01);
        expect(startMs - cutAt).toBeLessThan(intervalMs);
        expect(endMs).toBeLessThan(cutAt + 5000);
      }
      expect(recorder.summary.framesPerS).toBeCloseTo(1000 / intervalMs, 3);
    }
  });

  test('keeps every frame of its duration once and in order, however irregular', () => {
    const intervals = fc.array(
      fc.oneof(fc.integer({ min: 1, max: 120 }), fc.constantFrom(400, 2500, 9000)),
      { minLength: 1, maxLength: 300 },
    );
    const plans = fc.record({
      chunkCount: fc.integer({ min: 1, max: 6 }),
      chunkS: fc.constantFrom(0.5, 1, 5),
    });
    fc.assert(
      fc.property(plans, intervals, (plan, steps) => {
        let time = START;
        const rows = [rowAt(time), ...steps.map((step) => rowAt((time += step)))];
        const { chunks, recorder } = record(plan, rows);
        const kept = timesOf(chunks);
        expect(kept).toEqual(rows.slice(0, kept.length).map((row) => row.timeMs));
        chunks.forEach(({ chunk }, place) => {
          expect(chunk.index).toBe(place);
          expect(chunk.frames.timeMs.length).toBeGreaterThan(0);
        });
        const isOver = time - START >= plan.chunkCount * plan.chunkS * 1000;
        if (recorder.isDone) expect(isOver).toBe(true);
        expect(recorder.summary.frames).toBe(kept.length);
      }),
    );
  });

  test('ends with all its chunks even if the camera freezes for two of them', () => {
    const rows = steady(1200, 1000 / 30).filter(
      ({ timeMs }) => timeMs < START + 6000 || timeMs > START + 17_000,
    );
    const { chunks, recorder } = record(PLAN, rows);
    expect(recorder.isDone).toBe(true);
    expect(chunks).toHaveLength(6);
    for (const { chunk } of chunks) expect(decodeChunk(encodeChunk(chunk)).ok).toBe(true);
  });

  test('ignores frames after its last chunk', () => {
    const recorder = new ChunkRecorder({ chunkCount: 1, chunkS: 1 });
    recorder.push(rowAt(0));
    expect(recorder.push(rowAt(1000))?.chunk.frames.timeMs).toHaveLength(1);
    expect(recorder.push(rowAt(5000))).toBeUndefined();
    expect(recorder.summary.frames).toBe(1);
  });

  test('counts lost frames in the chunk where the gap ends, but not those before it began', () => {
    const rows = steady(320, 1000 / 30).map((row, at) => ({
      ...row,
      lostBefore: at === 0 ? 7 : at === 40 ? 2 : at === 150 ? 1 : 0,
    }));
    const { chunks, recorder } = record({ chunkCount: 2, chunkS: 5 }, rows);
    expect(chunks.map(({ chunk }) => chunk.framesDropped)).toEqual([2, 1]);
    expect(recorder.summary.dropped).toBe(3);
  });

  test('carries the person in every encoded chunk', () => {
    const person = {
      AGE_YEARS: 40,
      WEIGHT_KG: 70,
      HEIGHT_CM: 175,
      SEX_ASSIGNED_AT_BIRTH: 2,
      SMOKER: 1,
      DIABETES: 4,
      BLOOD_PRESSURE_MEDICATION: 0,
    } as const;
    const { chunks } = record({ ...PLAN, ...{ person } }, steady(1000, 1000 / 30));
    for (const { chunk } of chunks) {
      const decoded = decodeChunk(encodeChunk(chunk));
      expect(decoded.ok && decoded.value.person).toEqual(person);
    }
  });

  test('encodes frames without a face with zero confidence and NaN values', () => {
    const rows = steady(160, 1000 / 30).map((row, at) =>
      at < 75 ? rowWithoutFace(row.timeMs) : row,
    );
    const { chunks } = record({ chunkCount: 1, chunkS: 5 }, rows);
    const [first] = chunks;
    expect(first?.faceShare).toBeCloseTo(0.5, 2);
    const decoded = decodeChunk(encodeChunk(first?.chunk ?? expect.unreachable()));
    if (!decoded.ok) throw new Error(decoded.reason);
    const { face, regions, background, chest } = decoded.value.frames;
    expect([chest?.confidence[0], chest?.confidence[80]]).toEqual([0, Math.fround(0.7)]);
    expect([chest?.shift[0], chest?.shift[80]]).toEqual([0, Math.fround(0.001)]);
    expect(face.confidence[0]).toBe(0);
    expect(face.yaw[0]).toBeNaN();
    expect(background.green[0]).toBeNaN();
    expect(regions.skin?.pixels[0]).toBe(0);
    expect(regions.skin?.green[0]).toBeNaN();
    expect(regions.skin?.pixels[80]).toBe(500);
    expect(Object.keys(regions)).toHaveLength(6);
  });
});
