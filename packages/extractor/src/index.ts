// SPDX-License-Identifier: Apache-2.0
/**
 * Averages of face regions from video frames. The wasm is in wasm/, compiled by `node packages/extractor/build.mjs`.
 */
export { lumaScale, rgbFromYuv, type ColourSpace, type Rgb } from './colour.ts';
export { Extractor, type Measured } from './extractor.ts';
export {
  channelsOf,
  evenRect,
  frameBytes,
  isSubsampled,
  type Channel,
  type FrameFormat,
  type FrameLayout,
  type PixelRect,
} from './frame.ts';
export { loadExtractor, supportedWasm } from './load.ts';
export type { Movement } from './movement.ts';
export { type Ring, type Shape } from './shape.ts';
