// SPDX-License-Identifier: Apache-2.0
import { encodeChunk } from '@perfuse/contract/payload/codec';
import { crc32 } from '@perfuse/contract/payload/crc32';
import { encodeDemographics } from '@perfuse/contract/person/demographics';
import { phantomChunks } from '@perfuse/phantom';

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

/** The chunks of a phantom's measurement: a pulse is in them. */
export const pulseChunks = (): readonly Uint8Array[] =>
  phantomChunks({ frameRate: 10 }).map(encodeChunk);

/** The bytes with the checksum that fits them, as an attacker would send them. */
export function withChecksum(bytes: Uint8Array): Uint8Array {
  if (bytes.length < 4) return bytes;
  const copy = bytes.slice();
  const view = new DataView(copy.buffer);
  view.setUint32(copy.length - 4, crc32(copy.subarray(0, -4)), true);
  return copy;
}
