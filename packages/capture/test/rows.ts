// SPDX-License-Identifier: Apache-2.0
/** Rows for tests of the steps after the extractor. */
import { facePose } from '../src/face/pose.ts';
import { mapRegions } from '../src/face/regions.ts';
import type { FrameRow } from '../src/record/row.ts';
import { head } from './heads.ts';

const pose = facePose(head(), 0.75);
const measured = { pixels: 500, clipped: 0.01, texture: 7, luma: 110 };

export function rowAt(timeMs: number, changes: Partial<FrameRow> = {}): FrameRow {
  const colour = { red: 120, green: (timeMs / 100) % 255, blue: 80 };
  return {
    timeMs,
    lostBefore: 0,
    confidence: 0.9,
    pose,
    background: colour,
    regions: mapRegions(() => ({ ...colour, ...measured })),
    chest: { shift: 0.001, confidence: 0.7 },
    ...changes,
  };
}

export function rowWithoutFace(timeMs: number): FrameRow {
  const background = { red: NaN, green: NaN, blue: NaN };
  const chest = { shift: 0, confidence: 0 };
  return rowAt(timeMs, { confidence: 0, pose: undefined, regions: undefined, background, chest });
}
