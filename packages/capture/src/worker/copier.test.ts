// SPDX-License-Identifier: Apache-2.0
import type { FrameFormat } from '@perfuse/extractor';
import { expect, test } from 'vitest';
import { planesOf } from './copier.ts';

test.each<[FrameFormat, [offset: number, stride: number][]]>([
  [
    'I420',
    [
      [0, 8],
      [48, 4],
      [60, 4],
    ],
  ],
  [
    'NV12',
    [
      [0, 8],
      [48, 8],
    ],
  ],
  ['RGBA', [[0, 32]]],
  ['BGRA', [[0, 32]]],
])('copies the planes of %s one after another, rows without padding', (format, planes) => {
  const asked = planesOf({ format, width: 8, height: 6 });
  expect(asked).toEqual(planes.map(([offset, stride]) => ({ offset, stride })));
});
