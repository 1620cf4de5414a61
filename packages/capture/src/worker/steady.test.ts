// SPDX-License-Identifier: Apache-2.0
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FaceLandmarks } from '../face/landmarks.ts';
import { SteadyLandmarks, type Sighting } from './steady.ts';

const faceAt = (x: number): FaceLandmarks => ({ points: Float32Array.of(x, -x), confidence: 1 });
const seen = (id: number, x: number | undefined): Sighting => ({
  id,
  timeMs: id * 66,
  face: x === undefined ? undefined : faceAt(x),
});

/** Output of a run of sightings: id and x, undefined without a face. */
function run(xs: readonly (number | undefined)[]) {
  const steady = new SteadyLandmarks();
  return xs
    .map((x, id) => steady.push(seen(id, x)))
    .filter((settled) => settled !== undefined)
    .map(({ id, face }) => [id, face?.points[0]]);
}

describe('steady landmarks', () => {
  test('are output one sighting late, averaged with the neighbours on both sides', () => {
    expect(run([3, 6, 0, 9])).toEqual([
      [0, 4.5],
      [1, 3],
      [2, 5],
    ]);
  });

  test('follow a head in steady motion without lagging behind', () => {
    fc.assert(
      fc.property(fc.integer({ min: -9, max: 9 }), (speed) => {
        const settled = run([0, 1, 2, 3, 4].map((at) => at * speed)).slice(1);
        for (const [id, x] of settled) expect(x).toBeCloseTo((id ?? 0) * speed, 4);
      }),
    );
  });

  test('keep the time of their sighting, and a missing face', () => {
    expect(run([1, undefined, 5, 7])).toEqual([
      [0, 1],
      [1, undefined],
      [2, 6],
    ]);
    const steady = new SteadyLandmarks();
    steady.push(seen(0, 1));
    expect(steady.push(seen(1, 1))).toMatchObject({ id: 0, timeMs: 0 });
  });

  test('are not output before there is a neighbour', () => {
    expect(new SteadyLandmarks().push(seen(0, 1))).toBeUndefined();
  });
});
