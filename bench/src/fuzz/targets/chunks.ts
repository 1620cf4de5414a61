// SPDX-License-Identifier: Apache-2.0
import { encodeChunk } from '@perfuse/contract/payload/codec';
import { crc32 } from '@perfuse/contract/payload/crc32';
import { encodeDemographics } from '@perfuse/contract/person/demographics';
import type { TraceChunk } from '@perfuse/contract/payload/chunk';
import { phantomChunks } from '@perfuse/phantom';
import { stillChunk } from '@perfuse/testing/chunks';

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

/** A chunk with the optional section of the chest. */
export function chestChunk(length: number): TraceChunk {
  const chunk = stillChunk(length, { person });
  const chest = {
    shift: new Float32Array(length).fill(0.001),
    confidence: new Float32Array(length).fill(1),
  };
  return { ...chunk, frames: { ...chunk.frames, chest } };
}

/** The chunks of a phantom's measurement, with a pulse. */
export const pulseChunks = (): readonly Uint8Array[] =>
  phantomChunks({ frameRate: 10 }).map(encodeChunk);

/** The bytes with a matching checksum, as an attacker would send them. */
export function withChecksum(bytes: Uint8Array): Uint8Array {
  if (bytes.length < 4) return bytes;
  const copy = bytes.slice();
  const view = new DataView(copy.buffer);
  view.setUint32(copy.length - 4, crc32(copy.subarray(0, -4)), true);
  return copy;
}

/** Worker task to analyse a measurement from its beginning; the worker stores nothing. */
export const wholeTask = (payloads: readonly Uint8Array[], result: 'live' | 'final') => ({
  measurementId: 'fuzzed',
  digests: payloads.map((_payload, at) => String(at)),
  payloads,
  result,
  keptBytes: 0,
});
