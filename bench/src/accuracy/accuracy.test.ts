// SPDX-License-Identifier: Apache-2.0
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { matchIntervals } from './beat-match.ts';
import { printAccuracy } from './print.ts';
import { windowOf } from './recordings.ts';
import { runAccuracy } from './run.ts';
import { figures, quantile } from './statistics.ts';

describe('the figures over errors', () => {
  it('are means of size, of square and with sign', () => {
    const found = figures([1, -3, 2]);
    expect(found).toMatchObject({ n: 3, mae: 2, median: 2, bias: 0, worst: 3 });
    expect(found.rmse).toBeCloseTo(Math.sqrt(14 / 3), 12);
    expect(quantile([1, 2, 4, 8], 0.5)).toBe(3);
  });

  it('of nothing are not a number, so that nothing cannot meet a target', () => {
    expect(figures([]).mae).toBeNaN();
    expect(figures([]).worst).toBeNaN();
  });
});

describe('matching beats with a strap', () => {
  const strap = [800, 850, 790, 1020, 805, 830, 795, 990, 810, 800, 845, 790, 1010, 820];
  const beats = Float64Array.from(
    strap.reduce<number[]>((t, rr) => [...t, (t.at(-1) ?? 0) + rr], [0]),
  );

  it('finds the shift between the clocks and no error where there is none', () => {
    const moved = beats.subarray(2).map((ms) => ms + 12_345);
    const found = matchIntervals(moved, new Uint8Array(moved.length - 1).fill(1), strap);
    expect(found.shiftMs).toBe(-12_345);
    expect(found.intervalErrorMs).toBe(0);
    expect(found.matched).toBe(strap.length - 2);
  });

  it('counts a beat that is off in both its intervals and leaves out rejected ones', () => {
    const off = beats.map((ms, k) => (k === 5 ? ms + 28 : ms));
    const accepted = new Uint8Array(strap.length).fill(1);
    const all = matchIntervals(off, accepted, strap);
    expect(all.intervalErrorMs).toBeCloseTo(56 / strap.length, 9);
    accepted[4] = 0;
    expect(matchIntervals(off, accepted, strap).matched).toBe(strap.length - 1);
  });
});

describe('a window of a recording', () => {
  it('holds the frames from its start up to its end', () => {
    const column = Float32Array.from({ length: 90 }, (_, i) => i);
    const face = { confidence: column, centreX: column, centreY: column, width: column };
    const colour = { red: column, green: column, blue: column };
    const cut = windowOf(
      {
        timeMs: Float64Array.from(column, (i) => 5000 + (i * 1000) / 30),
        face: { ...face, yaw: column, pitch: column, roll: column },
        background: colour,
        regions: { skin: { ...colour, pixels: column, clipped: column, texture: column } },
      },
      1,
      2,
    );
    expect(cut.timeMs).toHaveLength(30);
    expect(cut.regions.skin?.green[0]).toBe(30);
    expect(cut.face.yaw.at(-1)).toBe(59);
  });
});

describe('a folder without recordings', () => {
  it('gives an empty report with no target met by default', async () => {
    const dir = await mkdtemp(path.join(tmpdir(), 'perfuse-accuracy-'));
    try {
      const report = await runAccuracy(dir);
      expect(report.faces).toEqual([]);
      expect(report.finger.rows).toEqual([]);
      expect(report.targets.filter(({ what }) => !what.includes('processor'))).toEqual([]);
      expect(printAccuracy(report)).toContain('none given');
    } finally {
      await rm(dir, { recursive: true });
    }
  });
});
