// SPDX-License-Identifier: Apache-2.0
import type { RegionSeries } from '@perfuse/contract/payload/chunk';
import { describe, expect, it } from 'vitest';
import { skinParts } from '../frames/parts.ts';
import { film } from '../testing/person.ts';
import { logsOf, type LogTrace } from './logs.ts';
import type { Rectifier } from './rectify.ts';
import { chromaSpread } from './signature.ts';

const RATE = 30;
const HZ = 1.2;
const unchanged: Rectifier = (logs) => logs;

/** A part whose channels are modulated by these amounts, in thousandths. */
function part(red: number, green: number, blue: number): LogTrace {
  const swing = (level: number, depth: number): Float64Array =>
    new Float64Array(900).map(
      (_, i) => level * (1 - (depth / 1000) * Math.sin((2 * Math.PI * HZ * i) / RATE)),
    );
  return logsOf({ red: swing(190, red), green: swing(140, green), blue: swing(115, blue) });
}

describe('the colour of an oscillation over the parts of a face', () => {
  it('is the same for blood, however strong it is in each', () => {
    const parts = [1, 0.6, 1.4, 0.9].map((gain) => part(2 * gain, 5 * gain, 3.5 * gain));
    expect(chromaSpread(parts, unchanged, RATE, HZ)).toBeLessThan(0.01);
  });

  it('differs where coloured light comes from several sides', () => {
    const parts = [part(5, 1, 4), part(1, 5, 3), part(4, 3, 1), part(2, 2, 5)];
    expect(chromaSpread(parts, unchanged, RATE, HZ)).toBeGreaterThan(0.8);
  });

  it('is not judged from two parts', () => {
    expect(chromaSpread([part(5, 1, 4), part(1, 5, 3)], unchanged, RATE, HZ)).toBe(0);
  });
});

describe('parts that show skin', () => {
  const { frames } = film();
  const { skin } = frames.regions;
  if (skin === undefined) throw new Error('no skin');
  const used = Uint32Array.from(frames.timeMs, (_, frame) => frame);
  const kept = (forehead: RegionSeries): number =>
    skinParts({ ...frames, regions: { skin, forehead } }, skin, used).length;

  it('are kept whether light or dark', () => {
    const dimmed = (values: Float32Array): Float32Array => values.map((value) => 0.5 * value);
    expect(kept(skin)).toBe(1);
    expect(
      kept({ ...skin, red: dimmed(skin.red), green: dimmed(skin.green), blue: dimmed(skin.blue) }),
    ).toBe(1);
  });

  it('exclude a beard or a lens, overexposed parts, and parts with missing frames', () => {
    expect(kept({ ...skin, blue: skin.blue.map((value) => 1.6 * value) })).toBe(0);
    expect(kept({ ...skin, clipped: skin.clipped.map(() => 0.5) })).toBe(0);
    expect(kept({ ...skin, green: skin.green.map((value, i) => (i === 7 ? NaN : value)) })).toBe(0);
  });
});
