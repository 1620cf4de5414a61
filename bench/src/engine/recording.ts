// SPDX-License-Identifier: Apache-2.0
import { encodeChunk } from '@perfuse/contract/payload/codec';
import { REGION_IDS } from '@perfuse/contract/payload/regions';
import { encodeDemographics } from '@perfuse/contract/person/demographics';
import { phantomChunks } from '@perfuse/phantom';
import { PayloadAnalysis } from '@perfuse/vitals';

const person = encodeDemographics({
  ageYears: 52,
  heightCm: 172,
  weightKg: 78,
  sex: 'female',
  smoker: false,
  diabetes: 'none',
  hypertension: false,
  bloodPressureMedication: false,
});

/**
 * The payloads of a synthetic subject filmed for `durationS` seconds. @param seed also chooses the heart rate.
 * @param regionCount only the first regions: the whole skin, then the parts of the face.
 */
export function payloadsOf(
  durationS: number,
  seed: number,
  regionCount: number = REGION_IDS.length,
): Uint8Array[] {
  const kept = REGION_IDS.slice(0, regionCount);
  return phantomChunks({ durationS, seed, bpm: 55 + (seed % 10) * 7, person }).map((chunk) => {
    const { frames } = chunk;
    const regions = Object.fromEntries(
      kept.flatMap((id) => (frames.regions[id] === undefined ? [] : [[id, frames.regions[id]]])),
    );
    return encodeChunk({ ...chunk, frames: { ...frames, regions } });
  });
}

/** Analyses all payloads for the final result alone, with the service's code. */
export function analyseOnce(payloads: readonly Uint8Array[]): void {
  const analysis = new PayloadAnalysis();
  for (const payload of payloads) analysis.add(payload);
  analysis.answer(false);
}
