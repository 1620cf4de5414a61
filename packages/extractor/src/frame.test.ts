// SPDX-License-Identifier: Apache-2.0
import { expect, test } from 'vitest';
import { channelsOf, frameBytes, type FrameFormat } from './frame.ts';

test.each<FrameFormat>(['I420', 'NV12', 'RGBA', 'BGRA'])(
  'the channels of %s are disjoint and cover the frame, except for the alpha byte',
  (format) => {
    const layout = { format, width: 8, height: 6 };
    const places = channelsOf(layout).flatMap(({ offset, byte, step, stride, shared }) =>
      Array.from({ length: (8 * 6) / shared ** 2 }, (_, sample) => {
        const [row, column] = [Math.floor(sample / (8 / shared)), sample % (8 / shared)];
        return offset + byte + row * stride + column * step;
      }),
    );
    const bytes = Array.from({ length: frameBytes(layout) }, (_, at) => at);
    const isRgb = format === 'RGBA' || format === 'BGRA';
    expect(places.sort((a, b) => a - b)).toEqual(bytes.filter((at) => !isRgb || at % 4 !== 3));
  },
);
