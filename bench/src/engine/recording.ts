// SPDX-License-Identifier: Apache-2.0
import type { FrameSeries } from '@perfuse/contract/payload/chunk';
import { REGION_IDS } from '@perfuse/contract/payload/regions';
import type { Demographics } from '@perfuse/contract/person/demographics';
import { phantomTraces } from '@perfuse/phantom';
import { analyse, estimateChannels } from '@perfuse/vitals';

const PERSON: Demographics = {
  ageYears: 52,
  heightCm: 172,
  weightKg: 78,
  sex: 'female',
  smoker: false,
  diabetes: 'none',
  hypertension: false,
  bloodPressureMedication: false,
};

/** What the service does for a final result: the pulse signal's channels, then every model over the profile. */
export function readAllChannels(frames: FrameSeries): number {
  const { channels } = analyse(frames);
  const models = estimateChannels({ person: PERSON, heartRate: channels.HR_BPM?.value ?? null });
  return Object.keys(channels).length + Object.keys(models).length;
}

/** A synthetic subject filmed for so many seconds. @param seed also chooses the heart rate. */
export function recordingOfSeconds(durationS: number, seed: number): FrameSeries {
  return phantomTraces({ durationS, seed, bpm: 55 + (seed % 10) * 7 }).frames;
}

/** The same recording with only the first so many regions: the whole skin, then the parts of the face. */
export function withRegions(frames: FrameSeries, count: number): FrameSeries {
  const kept = REGION_IDS.slice(0, count).flatMap((id) => {
    const series = frames.regions[id];
    return series === undefined ? [] : [[id, series] as const];
  });
  return { ...frames, regions: Object.fromEntries(kept) };
}
