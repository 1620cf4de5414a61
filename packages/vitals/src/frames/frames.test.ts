// SPDX-License-Identifier: Apache-2.0
import type { FrameSeries, TraceChunk } from '@perfuse/contract/payload/chunk';
import {
  CHEST_COLUMNS,
  COLOUR_COLUMNS,
  columnsOf,
  FACE_COLUMNS,
  LEARNED_COLUMNS,
  REGION_COLUMNS,
} from '@perfuse/contract/payload/columns';
import { REGION_IDS } from '@perfuse/contract/payload/regions';
import { cutFrames } from '@perfuse/phantom';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { onlyFrames } from '../testing/alter.ts';
import { film } from '../testing/person.ts';
import { bytesOf } from './bytes.ts';
import { joinChunks, JoinedFrames } from './join.ts';
import { recordingOf, type Recording } from './recording.ts';

const FILM = film().frames;

function chunksOf(frames: FrameSeries, lengthMs = 5000): TraceChunk[] {
  const count = Math.ceil((frames.timeMs.at(-1) ?? 0) / lengthMs);
  return Array.from({ length: count }, (_, index) => ({
    index,
    count,
    framesDropped: 0,
    frames: onlyFrames(frames, (__, ms) => Math.floor(ms / lengthMs) === index),
  }));
}

function recorded(frames: FrameSeries): Recording {
  const outcome = recordingOf(frames);
  if (!outcome.ok) throw new Error(outcome.reason);
  return outcome.recording;
}

/** The film with one column of the skin or the face changed in some frames. */
function spoilt(
  where: (frame: number) => boolean,
  change: Partial<Record<'yaw' | 'pitch' | 'confidence' | 'clipped' | 'pixels' | 'green', number>>,
): FrameSeries {
  const put = (name: keyof typeof change, values: Float32Array): Float32Array =>
    values.map((value, i) => (where(i) ? (change[name] ?? value) : value));
  const { skin } = FILM.regions;
  if (skin === undefined) throw new Error('no skin');
  return {
    ...FILM,
    face: {
      ...FILM.face,
      yaw: put('yaw', FILM.face.yaw),
      pitch: put('pitch', FILM.face.pitch),
      confidence: put('confidence', FILM.face.confidence),
    },
    regions: {
      skin: {
        ...skin,
        green: put('green', skin.green),
        clipped: put('clipped', skin.clipped),
        pixels: put('pixels', skin.pixels),
      },
    },
  };
}

/** Position of the chest in frame widths: 1 % of the frame up and down, 15 times a minute. */
const chestAt = (frame: number): number => 0.01 * Math.sin((2 * Math.PI * 0.25 * frame) / 30);

/** The film with a chest below the chin. */
function breathing(confidence = 0.8): FrameSeries {
  const { length } = FILM.timeMs;
  const shift = Float32Array.from({ length }, (_, i) =>
    i === 0 ? 0 : chestAt(i) - chestAt(i - 1),
  );
  return { ...FILM, chest: { shift, confidence: new Float32Array(length).fill(confidence) } };
}

describe('joining chunks', () => {
  it('restores the film from chunks in any order, with duplicates', () => {
    const chunks = chunksOf(FILM);
    fc.assert(
      fc.property(fc.shuffledSubarray([...chunks, ...chunks], { minLength: 12 }), (mixed) => {
        expect(joinChunks(mixed)).toEqual(FILM);
      }),
      { numRuns: 10 },
    );
  });

  it('restores every column of a payload in its place', () => {
    let next = 0;
    const column = (): Float32Array => new Float32Array(20).fill((next += 1));
    const frames: FrameSeries = {
      timeMs: Float64Array.from({ length: 20 }, (_, frame) => frame),
      face: columnsOf(FACE_COLUMNS, column),
      background: columnsOf(COLOUR_COLUMNS, column),
      regions: Object.fromEntries(REGION_IDS.map((id) => [id, columnsOf(REGION_COLUMNS, column)])),
      chest: columnsOf(CHEST_COLUMNS, column),
      learned: columnsOf(LEARNED_COLUMNS, column),
    };
    const chunks = [0, 10].map((from, index) => ({
      index,
      count: 2,
      framesDropped: 0,
      frames: cutFrames(frames, from, from + 10),
    }));
    expect(joinChunks(chunks)).toEqual(frames);
  });

  it('keeps only regions that every chunk has', () => {
    const [first, second] = chunksOf(FILM);
    if (first?.frames.regions.skin === undefined || second === undefined)
      throw new Error('no skin');
    const extra = { ...first.frames.regions, chin: first.frames.regions.skin };
    const joined = joinChunks([{ ...first, frames: { ...first.frames, regions: extra } }, second]);
    expect(Object.keys(joined.regions)).toEqual(['skin']);
  });

  it('keeps the chest when every chunk has one', () => {
    const moved = chunksOf(breathing());
    expect(joinChunks(moved)).toEqual(breathing());
    const [first] = chunksOf(FILM);
    if (first === undefined) throw new Error('no chunk');
    expect(joinChunks([first, ...moved.slice(1)]).chest).toBeUndefined();
    expect(joinChunks([]).chest).toBeUndefined();
  });

  it('drops frames whose time does not increase', () => {
    const [first] = chunksOf(FILM);
    if (first === undefined) throw new Error('no chunk');
    const joined = joinChunks([first, { ...first, index: 1 }]);
    expect(joined.timeMs).toEqual(first.frames.timeMs);
    expect(joined.regions.skin?.green).toEqual(first.frames.regions.skin?.green);
  });

  it('joins chunks one after another like all at once, whatever they lack and however much room there is', () => {
    const part = fc
      .record({
        from: fc.integer({ min: 0, max: 850 }),
        length: fc.integer({ min: 1, max: 50 }),
        film: fc.constantFrom(FILM, breathing()),
        hasRegions: fc.boolean(),
        hasLearned: fc.boolean(),
      })
      .map(({ from, length, film: whole, hasRegions, hasLearned }): FrameSeries => {
        const cut = cutFrames(whole, from, from + length);
        return {
          ...cut,
          regions: hasRegions ? cut.regions : {},
          ...(hasLearned && { learned: { pulse: cut.face.yaw } }),
        };
      });
    const parts = fc.array(part, { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(parts, fc.integer({ min: 0, max: 400 }), (frames, expected) => {
        const joined = new JoinedFrames();
        const seen = frames.map((one) => {
          joined.append([one], expected);
          return { now: joined.frames, then: structuredClone(joined.frames) };
        });
        const chunks = frames.map((one, index) => ({ index, frames: one }));
        expect(joined.frames).toEqual(joinChunks(chunks));
        for (const { now, then } of seen) expect(now).toEqual(then);
      }),
      { numRuns: 100 },
    );
  });

  it('makes room for at most eight times the frames, whatever a chunk claims', () => {
    const joined = new JoinedFrames();
    const first = cutFrames(FILM, 0, 150);
    joined.append([first], 1e12);
    expect(joined.bytes).toBeLessThanOrEqual(8 * bytesOf(first));
  });

  it('gives an empty film without chunks', () => {
    expect(joinChunks([]).timeMs).toHaveLength(0);
    expect(joinChunks([]).regions).toEqual({});
  });
});

describe('screening', () => {
  it('masks frames that are turned away, overexposed, covered or without a face', () => {
    const hole = (i: number): boolean => i >= 300 && i < 330;
    const changes = [
      { yaw: 30 },
      { pitch: -25 },
      { clipped: 0.3 },
      { pixels: 2000 },
      { confidence: 0 },
    ];
    for (const change of [...changes, { green: Number.NaN }]) {
      const { usable, usableS } = recorded(spoilt(hole, change));
      expect(usable[315]).toBe(0);
      expect(usable[290]).toBe(1);
      expect(usable[340]).toBe(1);
      expect(usableS).toBeCloseTo(29, 0);
    }
  });

  it('interpolates a gap of a quarter of a second', () => {
    const { usable, skin } = recorded(spoilt((i) => i >= 300 && i < 307, { confidence: 0 }));
    expect(usable.every((one) => one === 1)).toBe(true);
    expect(Math.abs((skin.green[303] ?? 0) - 140)).toBeLessThan(2);
  });

  it('tolerates a head that is always turned a little', () => {
    expect(recorded(spoilt(() => true, { yaw: 25, pitch: -22 })).usableS).toBeCloseTo(30, 0);
  });

  it.each([
    ['no-face', { confidence: 0 }],
    ['overexposed', { clipped: 0.5 }],
    ['turned-away', { yaw: 60 }],
  ] as const)('refuses with %s when that affects most frames', (reason, change) => {
    expect(recordingOf(spoilt((i) => i > 100, change))).toEqual({ ok: false, reason });
  });
});

describe('the even grid', () => {
  it('follows the capture times, not the frame numbers', () => {
    const timesS = Array.from({ length: 900 }, (_, i) => i / 30 + 0.012 * Math.sin(i * 2.4));
    const even = recorded(film({ noise: 0 }).frames);
    const uneven = recorded(film({ noise: 0, timesS }).frames);
    const worst = uneven.skin.green
      .subarray(30, 840)
      .reduce(
        (most, value, i) => Math.max(most, Math.abs(value - (even.skin.green[i + 30] ?? 0))),
        0,
      );
    expect(worst).toBeLessThan(0.05);
  });

  it('gives the position of the chest in units of the eye distance', () => {
    const { chest, length } = recorded(breathing());
    const worst = chest?.y.reduce(
      (most, y, i) => Math.max(most, Math.abs(y - chestAt(i) / 0.2)),
      0,
    );
    expect(chest?.y).toHaveLength(length);
    expect(worst).toBeLessThan(1e-3);
    expect(chest?.confidence[100]).toBeCloseTo(0.8, 6);
  });

  it('includes the movement of the chest in frames with an unusable face', () => {
    const hidden = spoilt((i) => i >= 300 && i < 330, { confidence: 0 });
    const { chest } = recorded({ ...hidden, chest: breathing().chest });
    expect(chest?.y[345]).toBeCloseTo(chestAt(345) / 0.2, 3);
  });

  it('has no chest where none was seen', () => {
    expect(recorded(FILM).chest).toBeNull();
    expect(recorded(breathing(0)).chest).toBeNull();
  });

  it('averages the frames of a fast camera and keeps those of a slow one', () => {
    const deviation = (fps: number): number => {
      const { skin } = recorded(film({ pulse: 0, noise: 1, fps }).frames);
      return Math.sqrt(skin.green.reduce((sum, x) => sum + (x - 140) ** 2, 0) / skin.green.length);
    };
    expect(deviation(60)).toBeCloseTo(Math.SQRT1_2, 1);
    expect(deviation(30)).toBeCloseTo(1, 1);
  });

  it('averages no frames of a fast camera across a gap', () => {
    const { frames } = film({ fps: 60 });
    const masked = (from: number, to: number): number => {
      const { usable } = recorded(onlyFrames(frames, (frame) => frame < from || frame > to));
      return usable.filter((one) => one === 0).length;
    };
    expect(masked(900, 929)).toBeGreaterThan(12);
    // The same number, although a frame before the gap is left over.
    expect(Math.abs(masked(901, 930) - masked(900, 929))).toBeLessThanOrEqual(1);
  });

  it('refuses a camera too slow to distinguish a rate from its alias', () => {
    expect(recordingOf(film({ fps: 6 }).frames)).toEqual({ ok: false, reason: 'low-frame-rate' });
    expect(recordingOf(film({ fps: 10 }).frames).ok).toBe(true);
  });

  it('uses the longest stretch between long gaps, and at most two minutes', () => {
    const stretch = recorded(onlyFrames(FILM, (_, ms) => ms < 8000 || ms > 12_000));
    expect(stretch.originMs).toBeGreaterThan(12_000);
    const far = FILM.timeMs.map((ms, i) => ms + (i > 600 ? 1e12 : 0));
    expect(recorded({ ...FILM, timeMs: far }).length).toBeLessThan(620);
    expect(recorded(film({ durationS: 150 }).frames).length).toBeLessThanOrEqual(3602);
  });

  it('uses forehead and cheeks where there is no whole-skin mask', () => {
    const { skin } = FILM.regions;
    if (skin === undefined) throw new Error('no skin');
    const parts = { forehead: skin, leftCheek: skin, rightCheek: skin };
    const [whole, made] = [recorded(FILM), recorded({ ...FILM, regions: parts })];
    whole.skin.green.forEach((value, i) => {
      expect(made.skin.green[i]).toBeCloseTo(value, 4);
    });
    expect(recordingOf({ ...FILM, regions: { chin: skin } })).toEqual({
      ok: false,
      reason: 'no-face',
    });
  });
});
