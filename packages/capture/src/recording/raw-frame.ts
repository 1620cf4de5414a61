// SPDX-License-Identifier: Apache-2.0
/** BT.601 in the limited range: what a camera reports that plays a y4m file. */
const RAW_COLOURS: VideoColorSpaceInit = {
  primaries: 'smpte170m',
  transfer: 'smpte170m',
  matrix: 'smpte170m',
  fullRange: false,
};

export interface RawFrameOptions {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Since the start, s. */
  readonly atS: number;
  /** Planes of I420, without padding. */
  readonly data: Uint8Array<ArrayBuffer>;
}

/** An uncompressed picture as a frame. */
export function rawFrame({ width, height, atS, data }: RawFrameOptions): VideoFrame {
  return new VideoFrame(data, {
    format: 'I420',
    codedWidth: width,
    codedHeight: height,
    timestamp: Math.round(atS * 1e6),
    colorSpace: RAW_COLOURS,
  });
}
