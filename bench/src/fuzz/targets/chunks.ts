// SPDX-License-Identifier: Apache-2.0
import type { ColourSeries, TraceChunk } from '@perfuse/contract/payload/chunk';
import { encodeChunk } from '@perfuse/contract/payload/codec';
import { crc32 } from '@perfuse/contract/payload/crc32';
import { encodeDemographics } from '@perfuse/contract/person/demographics';
import { phantomChunks } from '@perfuse/phantom';

const level = (frames: number, value: number): Float32Array => new Float32Array(frames).fill(value);
const colours = (frames: number, value: number): ColourSeries => ({
  red: level(frames, value),
  green: level(frames, value),
  blue: level(frames, value),
});

export const person = encodeDemographics({
  ageYears: 45,
  heightCm: 178,
  weightKg: 82.4,
  sex: 'female',
  smoker: false,
  diabetes: 'none',
  hypertension: true,
  bloodPressureMedication: false,
  waistCm: 80,
  cuffSystolic: 121,
  cuffDiastolic: 80,
});

/** A chunk of a face that does nothing, four frames a second. */
export function stillChunk(frames: number, more: Partial<TraceChunk> = {}): TraceChunk {
  return {
    index: 0,
    count: 6,
    framesDropped: 0,
    frames: {
      timeMs: Float64Array.from({ length: frames }, (_, frame) => frame * 250),
      face: {
        confidence: level(frames, 1),
        centreX: level(frames, 0.5),
        centreY: level(frames, 0.5),
        width: level(frames, 0.2),
        yaw: level(frames, 0),
        pitch: level(frames, 0),
        roll: level(frames, 0),
      },
      background: colours(frames, 90),
      regions: {
        skin: {
          ...colours(frames, 120),
          pixels: level(frames, 9000),
          clipped: level(frames, 0),
          texture: level(frames, 4),
        },
      },
    },
    ...more,
  };
}

/** The chunks of a phantom's measurement: a pulse is in them. */
export const pulseChunks = (): readonly Uint8Array[] =>
  phantomChunks({ frameRate: 10 }).map(encodeChunk);

/** The bytes with the checksum that fits them, as a hostile client would send them. */
export function mended(bytes: Uint8Array): Uint8Array {
  if (bytes.length < 4) return bytes;
  const copy = bytes.slice();
  const view = new DataView(copy.buffer);
  view.setUint32(copy.length - 4, crc32(copy.subarray(0, -4)), true);
  return copy;
}
