// SPDX-License-Identifier: Apache-2.0
import type { ChestSeries } from '@perfuse/contract/payload/chunk';
import { seededRandom } from './random.ts';
import type { Subject } from './subject.ts';

const TURN = 2 * Math.PI;
/** Slow shifts of posture, relative to the breath. */
const POSTURE = { share: 0.5, waves: [0.02, 0.05] } as const;
/** Standard deviation of the tracked chest position, frame widths: a tenth of a pixel of 640. */
const NOISE = 1.5e-4;
const CONFIDENCE = 0.9;

/**
 * Shoulders and chest as the extractor reports them: they rise with the breath.
 * @param lift frame widths either way, 0..0.1; at 0 the chest is not in the picture.
 * @param atS times of the frames, s.
 * @param present whether a face is in the frame; without one there is no chest either.
 */
export function chestSeries(
  subject: Subject,
  lift: number,
  seed: number,
  atS: Float64Array,
  present: (frame: number) => boolean,
): ChestSeries {
  if (!(lift >= 0 && lift <= 0.1)) throw new RangeError('chest must be 0 to 0.1.');
  const series = {
    shift: new Float32Array(atS.length),
    confidence: new Float32Array(atS.length),
  };
  if (lift === 0) return series;
  const random = seededRandom(seed ^ 0xc4e57);
  const waves = POSTURE.waves.map((hz) => ({ hz, offset: random.uniform() }));
  const placeAt = (timeS: number): number =>
    waves.reduce(
      (sum, { hz, offset }) => sum + POSTURE.share * lift * Math.sin(TURN * (hz * timeS + offset)),
      NOISE * random.normal() - lift * subject.chest(timeS),
    );
  let before: number | undefined;
  atS.forEach((timeS, frame) => {
    const place = placeAt(timeS);
    if (present(frame) && before !== undefined) {
      series.shift[frame] = place - before;
      series.confidence[frame] = CONFIDENCE;
    }
    before = present(frame) ? place : undefined;
  });
  return series;
}
